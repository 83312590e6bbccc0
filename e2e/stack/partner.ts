/** A user of the demo data. */
export type Login = { name: string; password: string };

/** A v1 client. */
export type Partner = {
  /** The response of `GET /v1/…`. @throws unless it succeeds */
  get<Data>(path: string): Promise<Data>;
  /** The response of a write request. @throws unless it succeeds */
  change<Data>(method: 'PUT' | 'PATCH' | 'POST' | 'DELETE', path: string, body: object): Promise<Data>;
};

type Headers = Record<string, string>;

/** The `Authorization` header of a user, by default for the API under test. */
export async function bearerOf({ name, password }: Login, url = process.env.E2E_API_URL ?? ''): Promise<string> {
  const { data } = await sender(url)('POST', 'tokens', {}, { username: name, password });
  return `Bearer ${data.access_token}`;
}

/** Logs in to v1 of the system under test. */
export async function logIn(login: Login): Promise<Partner> {
  const send = sender(process.env.E2E_API_URL ?? '');
  const bearer = { authorization: await bearerOf(login) };
  return {
    get: (path) => send('GET', path, bearer),
    change: (method, path, body) => send(method, path, bearer, body),
  };
}

const sender = (url: string) => async (method: string, path: string, headers: Headers, body?: object) => {
  const response = await fetch(`${url}/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};
