import type { Settings } from '@channel/settings';
import { builder } from '../builder.ts';
import { isMailSetUp } from '../mail/outbox.ts';

type Options = Pick<Settings, 'openIdIssuer' | 'openIdName' | 'passwordSignIn' | 'smtp' | 'demoMailbox'>;

const SignInOptions = builder.objectRef<Options>('SignInOptions').implement({
  description: 'The ways in which people sign in to the console.',
  fields: (t) => ({
    openIdName: t.string({
      nullable: true,
      description: 'Name of the OpenID Connect provider by which people sign in; null where there is none.',
      resolve: ({ openIdIssuer, openIdName }) => (openIdIssuer === null ? null : openIdName),
    }),
    passwordsForEveryone: t.boolean({
      description: 'Whether everyone may sign in by password; otherwise only administrators may.',
      resolve: ({ passwordSignIn }) => passwordSignIn === 'everyone',
    }),
    linksByMail: t.boolean({
      description: 'Whether links to set a password can be mailed: then whoever forgot the password can request one.',
      resolve: (settings) => isMailSetUp(settings),
    }),
    hasMailbox: t.boolean({
      description: 'Whether mails go to the mailbox of the demo instead of a mail server.',
      resolve: ({ demoMailbox }) => demoMailbox,
    }),
  }),
});

builder.queryField('signInOptions', (t) =>
  t.field({
    type: SignInOptions,
    description: 'The ways in which people sign in to the console. No authentication required.',
    skipTypeScopes: true,
    resolve: (_root, _args, { settings }) => settings,
  }),
);
