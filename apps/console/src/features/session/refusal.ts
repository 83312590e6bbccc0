import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { dateFormat } from '#lib/format.ts';
import { Problem } from '#lib/problem.ts';

const MINUTE = 60;

/** The message of the login form for a failed login: what happened and what to do. */
export function refusal(i18n: I18n, error: unknown, now: Date, locale: string): string {
  if (!(error instanceof Problem)) return t(i18n)`Something went wrong in this page. Reload the page and try again.`;
  const reference = error.trackingId;
  switch (error.kind) {
    case 'unauthenticated':
    case 'invalid':
      return t(i18n)`No account has this name and password. Check both and try again.`;
    case 'forbidden':
      return error.message;
    case 'throttled':
      return whenAgain(i18n, error.retryAfter ?? MINUTE, now, locale);
    case 'unreachable':
      return t(i18n)`The server can’t be reached. Try again in a moment.`;
    default:
      return reference
        ? t(i18n)`The server could not answer. Try again in a moment (reference ${reference}).`
        : t(i18n)`The server could not answer. Try again in a moment.`;
  }
}

function whenAgain(i18n: I18n, seconds: number, now: Date, locale: string): string {
  if (seconds < 2 * MINUTE)
    return t(i18n)`Too many attempts. Try again in ${plural(seconds, { one: '# second', other: '# seconds' })}.`;
  const at = new Date(now.getTime() + seconds * 1_000 + 59_000);
  const time = dateFormat(locale, { timeStyle: 'short' }).format(at);
  const minutes = Math.ceil(seconds / MINUTE);
  return t(
    i18n,
  )`Too many attempts. Try again at ${time}, in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`;
}
