import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Problem } from './problem.ts';

/** The message of a problem for the user who tried to change something; for notices and forms. */
export function problemText(i18n: I18n, problem: unknown): string {
  if (!(problem instanceof Problem)) return t(i18n)`Something went wrong in this page. Reload it and try again.`;
  const reference = problem.trackingId;
  switch (problem.kind) {
    case 'unreachable':
      return t(i18n)`The server can’t be reached. Try again in a moment.`;
    case 'forbidden':
      return problem.message || t(i18n)`Your roles don’t allow it.`;
    case 'not-found':
      return t(i18n)`It no longer exists, or your roles don’t give access to it.`;
    case 'throttled': {
      const seconds = problem.retryAfter ?? 60;
      return t(i18n)`Too many attempts. Try again in ${plural(seconds, { one: '# second', other: '# seconds' })}.`;
    }
    case 'failed':
      return reference
        ? t(i18n)`The server failed. Try again, or give the reference ${reference} to your administrator.`
        : t(i18n)`The server failed. Try again.`;
    default:
      return problem.message;
  }
}
