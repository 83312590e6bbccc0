import { type APIRequestContext, type BrowserContext, chromium } from '@playwright/test';
import { resolveBrowser } from '../browser/resolve.ts';

const SIGN_IN =
  'mutation SignIn($name: String!, $password: String!) { signIn(emailOrUsername: $name, password: $password) { expiresAt } }';

export type Visit = {
  /** The address of the console. */
  url: string;
  login: { name: string; password: string };
  /** Where the browser keeps what it knows; it begins with nothing. */
  profile: string;
  /** Arguments of the browser. */
  args?: string[];
};

/** The browser of the tests, with nothing in its cache, in which somebody has signed in. */
export async function visit({ url, login, profile, args = [] }: Visit): Promise<BrowserContext> {
  const { executablePath, env } = resolveBrowser();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
    env: { ...process.env, ...env },
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  });
  try {
    await ask(context.request, SIGN_IN, login);
    return context;
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Sends an operation by the session of a browser, and answers its data. @throws with what the server says */
export async function ask<Data>(request: APIRequestContext, query: string, variables: object = {}): Promise<Data> {
  const response = await request.post('/graphql', { data: { query, variables } });
  const { data, errors } = await response.json();
  if (errors) throw new Error(`${new URL(response.url()).origin} answers: ${errors[0].message}`);
  return data;
}
