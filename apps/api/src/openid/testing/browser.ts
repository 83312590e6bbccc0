import { type Answer, exchange } from '../../testing/http.ts';
import type { TestServer } from '../../testing/index.ts';
import { OPENID_PATH } from '../publish-openid.ts';

/** A browser that signs in: it keeps cookies by origin, and reaches the API at the console's address. */
export type TestBrowser = {
  /** Requests an address, without following a redirect. */
  get(address: string, headers?: Record<string, string>): Promise<Answer>;
  /** Begins a sign-in. @returns the address of the callback, to which the provider redirects */
  toCallback(next?: string): Promise<string>;
  /** Signs in as far as the login page. @returns its address there */
  signIn(next?: string): Promise<string>;
  /** The `Cookie` header for the API. */
  cookie(): string;
  /** The cookies of the console, by name. */
  jar: Map<string, string>;
};

/** At most so many redirects from the provider to the callback. */
const MAX_REDIRECTS = 10;

export function openBrowser({ url, settings: { consoleUrl } }: Pick<TestServer, 'url' | 'settings'>): TestBrowser {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const header = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const jar = jarOf(new URL(consoleUrl).origin);

  async function get(address: string, headers: Record<string, string> = {}): Promise<Answer> {
    const to = new URL(address, consoleUrl);
    const cookies = jarOf(to.origin);
    const target = to.origin === consoleUrl ? new URL(`${to.pathname}${to.search}`, url) : to;
    const answer = await exchange(target, 'GET', { headers: { cookie: header(cookies), ...headers } });
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  async function toCallback(next?: string): Promise<string> {
    const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`;
    let at = new URL(`${OPENID_PATH}${query}`, consoleUrl).href;
    for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
      const { status, headers, text } = await get(at, { 'sec-fetch-site': 'same-origin' });
      if (headers.location === undefined) throw new Error(`${at} → ${status}: ${text.slice(0, 300)}`);
      at = new URL(headers.location, at).href;
      if (at.startsWith(`${consoleUrl}/`)) return at;
    }
    throw new Error(`too many redirects, the last one to ${at}`);
  }

  return {
    get,
    toCallback,
    async signIn(next) {
      const { headers } = await get(await toCallback(next), { 'sec-fetch-site': 'cross-site' });
      return String(headers.location);
    },
    cookie: () => header(jar),
    jar,
  };
}
