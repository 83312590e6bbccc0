import { Problem } from './problem.ts';

/** The message of a problem for the user who tried to change something; for notices and forms. */
export function problemText(problem: unknown): string {
  if (!(problem instanceof Problem)) return 'Something went wrong in this page. Reload it and try again.';
  switch (problem.kind) {
    case 'unreachable':
      return 'The server can’t be reached. Try again in a moment.';
    case 'forbidden':
      return problem.message || 'Your roles don’t allow it.';
    case 'not-found':
      return 'It no longer exists, or your roles don’t give access to it.';
    case 'throttled':
      return `Too many attempts. Try again in ${problem.retryAfter ?? 60} seconds.`;
    case 'failed':
      return `The server failed. Try again${problem.trackingId ? `, or give the reference ${problem.trackingId} to your administrator` : ''}.`;
    default:
      return problem.message;
  }
}
