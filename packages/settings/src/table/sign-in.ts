import { oneOf, optional, secret, text } from '../kinds.ts';
import { issuer } from '../openid-kinds.ts';
import type { Read } from '../setting.ts';

/** How people sign in to the console. */
export const signInSettings = (read: Read) => ({
  openIdIssuer: read({
    name: 'OPENID_ISSUER',
    kind: optional(issuer),
    default: '',
    about:
      'Issuer of the OpenID Connect provider by which people sign in to the console, exactly as the provider states it; its metadata is read below this address at `/.well-known/openid-configuration`. The provider gets `CONSOLE_URL/login/openid/callback` as redirect address (docs/operations.md). Not set: people sign in by password only.',
  }),
  openIdClientId: read({
    name: 'OPENID_CLIENT_ID',
    kind: optional(text('the id of a client')),
    default: '',
    about: 'Id under which the provider knows this console; required with `OPENID_ISSUER`.',
  }),
  openIdClientSecret: read({
    name: 'OPENID_CLIENT_SECRET',
    kind: optional(secret(1)),
    default: '',
    about: 'Secret of this client. Not set: a public client, protected by PKCE alone.',
  }),
  openIdName: read({
    name: 'OPENID_NAME',
    kind: text('a name'),
    default: 'OpenID Connect',
    about: 'Name of the provider, as the sign-in page shows it.',
  }),
  passwordSignIn: read({
    name: 'PASSWORD_SIGN_IN',
    kind: oneOf('everyone', 'administrators'),
    default: 'everyone',
    about:
      'Who of the users of the console may log in by password, also to v1. `administrators`, for use with `OPENID_ISSUER`, leaves a way in while the provider is away. Users without access to the console, such as partners, are not affected.',
  }),
});
