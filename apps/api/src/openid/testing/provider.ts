import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/** A person at the provider, by the claims about them. */
export type Claims = { email?: string; email_verified?: unknown };

/** A change of the provider's answer to an exchange of a code. */
export type Spoil = (answer: { id_token: string }) => Promise<object | string> | object | string;

/** An OpenID Connect provider on loopback, where the person is always signed in already. */
export type TestProvider = {
  issuer: string;
  /** The people, by their subjects. */
  people: Map<string, Claims>;
  /** Who is signed in at the provider; null cancels. */
  set person(subject: string | null);
  /** The requests for tokens that it got. */
  exchanges: number;
  /** Changes its answers to exchanges; undefined for none. */
  spoil: Spoil | undefined;
  /** Answers a request in place of the provider. @returns whether it did */
  instead: ((path: string, response: ServerResponse) => boolean) | undefined;
  /** An ID token with other claims, signed by the provider's key or by another one. */
  sign(idToken: string, claims: object, isForeign?: boolean): Promise<string>;
  close(): Promise<void>;
};

const ALGORITHM = 'RS256';

type Options = { client: { id: string; secret?: string; callback: string }; isEmailInToken?: boolean };

/** Starts a provider that knows one client. */
export async function startProvider({ client, isEmailInToken = false }: Options): Promise<TestProvider> {
  const [own, foreign] = await Promise.all([keys(), keys()]);
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
  const server = createServer((request, response) => handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Claims>();
  let signedIn: string | null = null;
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        ...(client.secret === undefined ? {} : { client_secret: client.secret }),
        token_endpoint_auth_method: client.secret === undefined ? 'none' : 'client_secret_basic',
        redirect_uris: [client.callback],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !isEmailInToken,
    cookies: { keys: ['a key of tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, subject) => {
      const claims = people.get(subject);
      return claims && { accountId: subject, claims: () => ({ sub: subject, ...claims }) };
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...(await exportJWK(own.privateKey)), alg: ALGORITHM, use: 'sig', kid: 'own' }] },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: client.id, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const state: TestProvider = {
    issuer,
    people,
    set person(subject: string | null) {
      signedIn = subject;
    },
    exchanges: 0,
    spoil: undefined,
    instead: undefined,
    sign: (idToken, claims, isForeign = false) =>
      new SignJWT({ ...decodeJwt(idToken), ...claims })
        .setProtectedHeader({ alg: ALGORITHM, kid: 'own' })
        .sign((isForeign ? foreign : own).privateKey),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  handle = (request, response) => {
    const path = request.url ?? '';
    if (state.instead?.(path, response)) return undefined;
    if (path.startsWith('/interaction/')) {
      const result =
        signedIn === null
          ? { error: 'access_denied', error_description: 'cancelled' }
          : { login: { accountId: signedIn } };
      return provider.interactionFinished(request, response, result);
    }
    if (path === '/token') {
      state.exchanges += 1;
      if (state.spoil) endWith(response, state.spoil);
    }
    return answer(request, response);
  };
  return state;
}

const keys = () => generateKeyPair(ALGORITHM, { extractable: true });

function endWith(response: ServerResponse, spoil: Spoil): void {
  const end = response.end.bind(response) as (body: string) => void;
  response.end = ((body: Buffer | string) => {
    void (async () => {
      const spoiled = await spoil(JSON.parse(String(body)));
      const text = typeof spoiled === 'string' ? spoiled : JSON.stringify(spoiled);
      response.setHeader('content-length', Buffer.byteLength(text));
      end(text);
    })();
    return response;
  }) as ServerResponse['end'];
}
