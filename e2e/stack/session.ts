import { readFileSync } from 'node:fs';
import type { APIResponse, BrowserContext } from '@playwright/test';
import { bearerOf, type Login } from './partner.ts';

const ids: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../apps/console/src/lib/operation-ids.json', import.meta.url), 'utf8'),
);

/** The id of a console document; a session may send only these documents. */
export const consoleDocument = (name: string) => ({ documentId: `sha256:${ids[name]}` });

/** The signed-in user of each browser. */
const logins = new WeakMap<BrowserContext, Login>();
const bearers = new WeakMap<Login, string>();

/** Signs a user in to the console by the mutation instead of the form. */
export async function enter(
  browser: BrowserContext,
  { name, password }: Login,
  console = process.env.E2E_CONSOLE_URL ?? '',
): Promise<void> {
  const variables = { emailOrUsername: name, password };
  await askByName(browser, 'SignIn', variables, console);
  logins.set(browser, { name, password });
}

/** Sends an operation with a bearer token of the user who is signed in in a browser, and returns its data. */
export async function ask<Data>(browser: BrowserContext, query: string, variables: object = {}): Promise<Data> {
  const login = logins.get(browser);
  if (!login) throw new Error('No user is signed in in this browser');
  const authorization = bearers.get(login) ?? (await bearerOf(login));
  bearers.set(login, authorization);
  const url = `${process.env.E2E_API_URL}/graphql`;
  const data = await dataOf<object>(
    await browser.request.post(url, { headers: { authorization }, data: { query, variables } }),
  );
  // The test knows the shape of its document.
  return (query.startsWith('mutation') ? resultsOf(data) : data) as Data;
}

/** The results of mutations, each the only member of its payload. */
const resultsOf = (data: object) =>
  Object.fromEntries(Object.entries(data).map(([key, payload]) => [key, Object.values(payload)[0]]));

/** Sends a console document with the session of a browser, and returns its data. */
export async function askByName<Data>(
  browser: BrowserContext,
  name: string,
  variables: object,
  console = '',
): Promise<Data> {
  return dataOf(await browser.request.post(`${console}/graphql`, { data: { ...consoleDocument(name), variables } }));
}

async function dataOf<Data>(response: APIResponse): Promise<Data> {
  const { data, errors } = await response.json();
  if (errors) throw new Error(`${new URL(response.url()).origin} responded with errors: ${JSON.stringify(errors)}`);
  return data;
}
