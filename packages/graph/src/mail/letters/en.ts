import type { Letters } from './letter-facts.ts';

/** The letters in English. */
export const en: Letters = {
  locale: 'en-GB',
  write: {
    crewLink: ({ person, organization, url, until }) => ({
      subject: `${organization}: the link to your jobs`,
      text: `Hello ${person},

${organization} sends you your personal link. It opens the page with your jobs:

${url}

Open it on the phone on which you want to see your jobs. The link works once, until ${until}. An earlier link does not work any more.

Do not forward this mail: whoever opens the link first sees your jobs.
`,
    }),
    invitation: ({ person, organization, username, url, until }) => ({
      subject: `${organization}: your account`,
      text: `Hello ${person},

${organization} has created an account for you. Your username is ${username}. Choose a password here:

${url}

The link works once, until ${until}. Once it has expired, request a new one at the login page, or from an administrator of ${organization}.

Do not forward this mail: whoever opens the link can set the password.
`,
    }),
    passwordReset: ({ person, username, url, until }) => ({
      subject: 'Set a new password',
      text: `Hello ${person},

An administrator has reset the password of your account ${username}. The former password does not work any more. Choose a new one here:

${url}

The link works once, until ${until}. An earlier link does not work any more.

Do not forward this mail: whoever opens the link can set the password.
`,
    }),
    passwordRequest: ({ person, username, url, until }) => ({
      subject: 'Set a new password',
      text: `Hello ${person},

Somebody requested a new password for your account ${username} at the login page. If it was you, choose it here:

${url}

The link works once, until ${until}. An earlier link does not work any more. Setting the password signs you out everywhere.

If it was not you, ignore this mail: your password is unchanged. Do not forward it: whoever opens the link can set the password.
`,
    }),
    endpointFailing: ({ person, organization, receiver, url, since, days }) => ({
      subject: `${organization}: webhooks to ${receiver} fail`,
      text: `Hello ${person},

Since ${since}, every attempt to deliver webhooks of ${organization} to ${receiver} has failed. The attempts and the answers of the receiver are here:

${url}

Attempts go on. If all of them fail for ${days} days in total, the endpoint is switched off.
`,
    }),
    endpointDisabled: ({ person, organization, receiver, url, days }) => ({
      subject: `${organization}: webhooks to ${receiver} are switched off`,
      text: `Hello ${person},

The webhook endpoint of ${organization} at ${receiver} was switched off, because ${days ? `every attempt failed for ${days} days` : 'it answered 410 Gone'}. Nothing more is sent to it.

When the receiver works again, switch the endpoint on and repeat what it missed:

${url}
`,
    }),
  },
};
