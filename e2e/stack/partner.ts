import type { Login } from '../fixtures.ts';

/** The API as a partner's program uses it. */
export type Partner = {
  /** What `GET /v1/…` answers, which must succeed. */
  get<Data>(path: string): Promise<Data>;
  /** What a change answers, which must succeed. */
  change<Data>(method: 'PUT' | 'PATCH' | 'POST' | 'DELETE', path: string, body: object): Promise<Data>;
};

/** Logs in to v1 of the system under test. */
export async function logIn({ name, password }: Login): Promise<Partner> {
  const url = process.env.E2E_API_URL ?? '';
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(`${url}/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const { data } = await send('POST', 'tokens', {}, { username: name, password });
  const bearer = { authorization: `Bearer ${data.access_token}` };
  return {
    get: (path) => send('GET', path, bearer),
    change: (method, path, body) => send(method, path, bearer, body),
  };
}
