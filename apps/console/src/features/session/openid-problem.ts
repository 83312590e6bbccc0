import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

/** The sentence about a sign-in by a provider that failed, for the problem that the API put into the address. */
export function openIdProblem(i18n: I18n, problem: unknown, provider: string): string | null {
  switch (problem) {
    case 'cancelled':
      return t(i18n)`You cancelled the sign-in with ${provider}.`;
    case 'expired':
      return t(i18n)`The sign-in took too long, or was begun in another window. Try again.`;
    case 'refused':
      return t(
        i18n,
      )`No account of this console is open to you. It must have the e-mail address that ${provider} has verified; ask an administrator of your organization.`;
    case 'throttled':
      return t(i18n)`Too many attempts. Try again in a few minutes.`;
    case 'unavailable':
      return t(i18n)`${provider} does not respond. Try again in a moment; an administrator can sign in by password.`;
    case 'failed':
      return t(i18n)`The sign-in with ${provider} failed. Try again; if it fails again, contact your administrator.`;
    default:
      return null;
  }
}
