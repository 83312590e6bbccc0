import { countText } from '#lib/count-text.ts';
import { Problem } from '#lib/problem.ts';

const MINUTE = 60;

/** The message of the login form for a failed login: what happened and what to do. */
export function refusal(error: unknown, now: Date, locale: string): string {
  if (!(error instanceof Problem)) return 'Something went wrong in this page. Reload the page and try again.';
  switch (error.kind) {
    case 'unauthenticated':
    case 'invalid':
      return 'No account has this name and password. Check both and try again.';
    case 'forbidden':
      return 'This account may not use the console. Ask an administrator of your organization for access.';
    case 'throttled':
      return `Too many attempts. ${whenAgain(error.retryAfter ?? MINUTE, now, locale)}`;
    case 'unreachable':
      return 'The server can’t be reached. Try again in a moment.';
    default:
      return `The server could not answer. Try again in a moment${error.trackingId ? ` (reference ${error.trackingId})` : ''}.`;
  }
}

function whenAgain(seconds: number, now: Date, locale: string): string {
  if (seconds < 2 * MINUTE)
    return countText(seconds, { one: 'Try again in # second.', other: 'Try again in # seconds.' });
  const at = new Date(now.getTime() + seconds * 1_000 + 59_000);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at);
  return `Try again at ${time}, in ${Math.ceil(seconds / MINUTE)} minutes.`;
}
