/** The purposes of mails with a link to set the password. */
export const PASSWORD_MAILS = ['invitation', 'passwordReset', 'passwordRequest'] as const;
