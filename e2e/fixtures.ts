import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** A person of the demo world. */
export type Login = { name: string; password: string };

export const STAFF: Login = { name: 'staff', password: 'staff-demo' };

/** Sends an operation by the session of a page, and answers its data. */
export type Ask = <Data>(page: Page, query: string, variables?: Record<string, unknown>) => Promise<Data>;

type Fixtures = {
  /** A page of a member of staff who has signed in, not by the form but by the mutation behind it. */
  staffPage: Page;
  /** Asks the API by the session of a page. */
  ask: Ask;
  /** Fails when a page breaks a rule of WCAG 2.2 AA that a machine can check. */
  expectAccessible: (page: Page) => Promise<void>;
  /** What went wrong in the pages of a test. Whatever is left here at its end fails it. */
  faults: string[];
};

export const test = base.extend<Fixtures>({
  faults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) faults.push(`${message.type()}: ${message.text()}`);
      });
      context.on('weberror', (fault) => faults.push(fault.error().message));
      await use(faults);
      expect(faults, 'errors in the pages').toEqual([]);
    },
    { auto: true },
  ],

  ask: async ({ baseURL }, use) => {
    await use((page, query, variables = {}) => askApi(page, `${baseURL}/graphql`, query, variables));
  },

  staffPage: async ({ page, ask }, use) => {
    await ask(
      page,
      'mutation SignIn($name: String!, $password: String!) { signIn(emailOrUsername: $name, password: $password) { expiresAt } }',
      STAFF,
    );
    await use(page);
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  expectAccessible: async ({}, use) => {
    await use(async (page) => {
      const builder = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
      const { violations } = await builder.analyze();
      const found = violations.map(({ id, nodes }) => ({
        id,
        where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
      }));
      expect(found, 'violations of WCAG 2.2 AA').toEqual([]);
    });
  },
});

async function askApi<Data>(page: Page, url: string, query: string, variables: Record<string, unknown>): Promise<Data> {
  const response = await page.request.post(url, { data: { query, variables } });
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Fills in the login form and sends it. */
export async function signIn(page: Page, { name, password }: Login): Promise<void> {
  await page.getByLabel('Email or username').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Where a page of orders lies in the list, and the ways to the others. */
export const pagesOf = (page: Page) => page.getByRole('navigation', { name: 'Pages of orders' });
