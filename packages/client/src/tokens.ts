import createFetchClient from 'openapi-fetch';
import { answered, ChannelError } from './errors.ts';
import type { components, paths } from './generated/v1.ts';

/** The tokens of a login. */
export type Tokens = components['schemas']['TokenPair'];

/** A password with an e-mail address or a user name. */
export type Credentials = { email?: string; username?: string; password: string };

type Fetch = (request: Request) => Promise<Response>;

/** Keeps the tokens of one user and renews them. */
export type Keeper = {
  login(credentials: Credentials): Promise<Tokens>;
  logout(): Promise<void>;
  /** Authenticates requests; when their token has expired, renews it and repeats the request. */
  fetch: Fetch;
};

type Options = {
  baseUrl: string;
  fetch: Fetch;
  tokens: Tokens | null;
  onTokens: (tokens: Tokens | null) => void;
};

/** A refresh token begins with its id, which is part of the address that renews and ends it. */
const addressOf = ({ refresh_token }: Tokens) => ({ path: { token: Number.parseInt(refresh_token, 10) } });

export function keepTokens({ baseUrl, fetch, onTokens, ...options }: Options): Keeper {
  const open = createFetchClient<paths>({ baseUrl, fetch });
  const own = createFetchClient<paths>({ baseUrl, fetch: signedIn });
  let tokens = options.tokens;
  let renewal: Promise<boolean> | undefined;
  // If the answer of a renewal is lost, a repeat with the same key returns the same pair.
  let key = crypto.randomUUID();

  function keep(next: Tokens | null): void {
    tokens = next;
    key = crypto.randomUUID();
    onTokens(next);
  }

  /** Concurrent requests with an expired token share one renewal: a refresh token works once. */
  function renewed(): Promise<boolean> {
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  async function renew(): Promise<boolean> {
    if (tokens === null) return false;
    const { refresh_token } = tokens;
    try {
      const params = { ...addressOf(tokens), header: { 'Idempotency-Key': key } };
      const call = open.PUT('/v1/tokens/{token}', { params, body: { refresh_token } });
      keep((await answered(call)).data);
      return true;
    } catch (error) {
      if (!(error instanceof ChannelError) || error.status !== 401) throw error;
      keep(null);
      return false;
    }
  }

  function send(request: Request): Promise<Response> {
    if (tokens !== null) request.headers.set('authorization', `Bearer ${tokens.access_token}`);
    return fetch(request);
  }

  async function signedIn(request: Request): Promise<Response> {
    const used = tokens;
    if (used === null) return send(request);
    const again = request.clone();
    const response = await send(request);
    if (response.status !== 401) return response;
    // Another request may have renewed the tokens in the meantime.
    return tokens !== used || (await renewed()) ? send(again) : response;
  }

  return {
    fetch: signedIn,
    async login(credentials) {
      const { data } = await answered(open.POST('/v1/tokens', { body: credentials }));
      keep(data);
      return data;
    },
    async logout() {
      if (tokens === null) return;
      await answered(own.DELETE('/v1/tokens/{token}', { params: addressOf(tokens) }));
      keep(null);
    },
  };
}
