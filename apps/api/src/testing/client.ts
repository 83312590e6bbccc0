import { startFamily } from '@channel/auth';
import { bracketed } from '@channel/client';
import { type Answer, exchange, type Sent } from './http.ts';
import type { TestServer } from './start-server.ts';

/** A server that may run in another process. */
export type Served = Pick<TestServer, 'url' | 'contract'>;

/** The caller: a user by id or by name for logging in, the holder of a token, or null for an anonymous client. */
export type Credentials = number | string | { token: string } | null;

export type Requested = Sent & {
  /** Members of the query, nested ones in brackets. */
  query?: Readonly<Record<string, unknown>>;
};

/** A client that validates every answer against the OpenAPI document. */
export type TestClient = Record<
  'get' | 'query' | 'post' | 'put' | 'patch' | 'delete',
  (path: string, requested?: Requested) => Promise<Answer>
> & {
  /** Sends any method. @throws when the answer breaks the contract */
  send(method: string, path: string, requested?: Requested): Promise<Answer>;
};

/**
 * A client of a test server. It sends `Content-Type` and `Accept` as the specification requires, with or without a
 * body. Users given by id or name get tokens without logging in.
 */
export function client(server: Served, credentials?: { token: string } | null): Promise<TestClient>;
export function client(server: TestServer, credentials?: Credentials): Promise<TestClient>;
export async function client(server: Served | TestServer, credentials: Credentials = null): Promise<TestClient> {
  const token = await tokenOf(server, credentials);
  const usual = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  async function send(method: string, path: string, { query = {}, ...sent }: Requested = {}): Promise<Answer> {
    const url = new URL(`${server.url}${path.startsWith('/') ? path : `/${path}`}`);
    const more = bracketed(query);
    if (more !== '') url.search = url.search === '' ? more : `${url.search}&${more}`;
    const answer = await exchange(url, method, { ...sent, headers: { ...usual, ...sent.headers } });
    const violations = server.contract(method, url.pathname, answer);
    if (violations.length > 0) throw new ContractBroken(method, url, answer, violations);
    return answer;
  }
  const by = (method: string) => (path: string, requested?: Requested) => send(method, path, requested);
  return {
    send,
    get: by('GET'),
    query: by('QUERY'),
    post: by('POST'),
    put: by('PUT'),
    patch: by('PATCH'),
    delete: by('DELETE'),
  };
}

/** An answer that the published document does not allow. */
export class ContractBroken extends Error {
  constructor(method: string, url: URL, { status, text }: Answer, violations: readonly string[]) {
    super(
      `${method} ${url.pathname}${url.search} → ${status}: ${violations.slice(0, 10).join('; ')}\n${text.slice(0, 600)}`,
    );
    this.name = 'ContractBroken';
  }
}

async function tokenOf(server: Served | TestServer, credentials: Credentials): Promise<string | undefined> {
  if (credentials === null) return undefined;
  if (typeof credentials === 'object') return credentials.token;
  if (!('db' in server)) throw new Error('Users of a server in another process must log in.');
  const { db, services } = server;
  const userId =
    typeof credentials === 'number'
      ? credentials
      : (await db.user.findFirstOrThrow({ where: { username: credentials }, select: { id: true } })).id;
  return (await startFamily(db, userId, services.clock(), services.settings)).accessToken;
}
