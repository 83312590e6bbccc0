import { Problem } from './problem.ts';

/** What a problem means to who wanted to change something, and what to do about it; for notices and forms. */
export function problemText(problem: unknown): string {
  if (!(problem instanceof Problem)) return 'Something went wrong in this page. Load it again and try once more.';
  switch (problem.kind) {
    case 'unreachable':
      return 'The server can’t be reached. Try again in a moment.';
    case 'forbidden':
      return problem.message || 'Your roles don’t allow it.';
    case 'not-found':
      return 'It does not exist any more, or your roles don’t show it to you.';
    case 'throttled':
      return `Too many attempts. Try again in ${problem.retryAfter ?? 60} seconds.`;
    case 'failed':
      return `The server could not do it. Try again${problem.trackingId ? `, or name the reference ${problem.trackingId} to your administrator` : ''}.`;
    default:
      return problem.message;
  }
}
