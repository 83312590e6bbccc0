import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import type { Login } from './stack/partner.ts';
import { ask, askByName, enter } from './stack/session.ts';

export { expect };

/** A user who was created for a single test. */
export type Hired = Login & { id: number; email: string };

export const ADMIN: Login = { name: 'admin', password: 'admin-demo' };
export const PARTNER: Login = { name: 'partner', password: 'partner-demo' };
export const STAFF: Login = { name: 'staff', password: 'staff-demo' };

/** Sends an operation as the user who is signed in on a page, and returns its data. */
export type Ask = <Data>(page: Page, query: string, variables?: Record<string, unknown>) => Promise<Data>;

/**
 * Browser messages that do not indicate a page error: unused preloads, which depend on the speed of the machine and on
 * the service worker of the crew page, and 401 responses after the session has ended, which the page handles with the
 * sign-in dialog.
 */
const HARMLESS =
  /was preloaded using link preload but not used within a few seconds|cross-world service worker resource|status of 401/;

type Fixtures = {
  /** A page where a member of staff is signed in, by the mutation instead of the form. */
  staffPage: Page;
  /** Queries the API as the user who is signed in on a page. */
  ask: Ask;
  /** Creates a user with roles of the demo data, by role name. */
  hire: (...roles: string[]) => Promise<Hired>;
  /** Signs a user in on a page, by the mutation instead of the form. */
  enter: (page: Page, who: Login) => Promise<void>;
  /** Fails if a page violates a rule of WCAG 2.2 AA or a best practice that axe can check. */
  expectAccessible: (page: Page) => Promise<void>;
  /** The errors in the pages of a test. Errors left here at the end fail the test. */
  pageErrors: string[];
};

type WorkerFixtures = {
  /** Makes every page wait for hydration after it has loaded a URL, in all contexts. */
  hydratedPages: undefined;
};

/** Slows the processor of the pages down by this factor, to find tests that depend on a fast machine. */
const SLOW_BROWSER = Number(process.env.SLOW_BROWSER ?? 1);

export const test = base.extend<Fixtures, WorkerFixtures>({
  hydratedPages: [
    async ({ browser }, use) => {
      browser.on('context', (context) => context.on('page', awaitHydration));
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],

  pageErrors: [
    async ({ context }, use) => {
      const pageErrors: string[] = [];
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && !HARMLESS.test(message.text())) {
          pageErrors.push(`${message.type()}: ${message.text()}`);
        }
      });
      context.on('weberror', (pageError) => pageErrors.push(pageError.error().message));
      await use(pageErrors);
      expect(pageErrors, 'errors in the pages').toEqual([]);
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  ask: async ({}, use) => {
    await use((page, query, variables) => ask(page.context(), query, variables));
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  enter: async ({}, use) => {
    await use((page, who) => enter(page.context(), who));
  },

  hire: async ({ browser, baseURL, ask, enter }, use) => {
    const context = await browser.newContext({ baseURL });
    const office = await context.newPage();
    await use((...roles) => hireBy(office, { ask, enter, roles }));
    await context.close();
  },

  staffPage: async ({ page, enter }, use) => {
    await enter(page, STAFF);
    await use(page);
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  expectAccessible: async ({}, use) => {
    await use(async (page) => {
      let found = await violationsOf(page);
      // Colours change gradually, and a page may change during a scan: what violates is still there in the next scans.
      for (let more = 2; found.length > 0 && more > 0; more -= 1) found = await violationsOf(page);
      expect(found, 'violations of WCAG 2.2 AA and best practices').toEqual([]);
    });
  },
});

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violationsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
}

/** Makes a page wait for hydration after it has loaded a URL. */
function awaitHydration(page: Page): void {
  const slowed = SLOW_BROWSER > 1 ? slowDown(page) : undefined;
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...where) => {
    await slowed;
    const answer = await goto(...where);
    // The page for trying operations is no page of the console.
    if (!where[0].startsWith(`${process.env.E2E_API_URL}/graphql`)) await takenOver(page);
    return answer;
  };
  page.reload = async (...how) => {
    const answer = await reload(...how);
    await takenOver(page);
    return answer;
  };
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_BROWSER });
}

/**
 * Waits until the server-rendered page is complete and hydrated: keys that a test presses before hydration are lost.
 * React marks pending content with comments (`$?`, `$~`): without checking them, a placeholder that needs no hydration
 * would count as the page. React prepares elements while it renders, and listens only after it commits the render: only
 * elements of its current tree count.
 */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    type Fiber = { child: Fiber | null; sibling: Fiber | null; stateNode: unknown };
    const comments = document.createNodeIterator(document.body, NodeFilter.SHOW_COMMENT);
    for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) {
      if (['$?', '$~'].includes(comment.nodeValue ?? '')) return false;
    }
    const elements = [...document.querySelectorAll('main, input, button, a')];
    const container = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'));
    // A page without elements, such as about:blank, is not ours.
    if (!container) return elements.length === 0;
    const committed = new Set<unknown>();
    const remaining: Fiber[] = [container[1].stateNode.current];
    for (let fiber = remaining.pop(); fiber; fiber = remaining.pop()) {
      committed.add(fiber.stateNode);
      if (fiber.sibling) remaining.push(fiber.sibling);
      if (fiber.child) remaining.push(fiber.child);
    }
    return elements.every((element) => committed.has(element));
  });
}

const INVITE =
  'mutation Invite($input: InvitedPerson!) { inviteUser(input: $input) { link { url person { user { id: databaseId } account { username email } } } } }';
type Roles = { staffRoles: { role: { id: number; name: string } }[] };
type Invited = {
  inviteUser: { url: string; person: { user: { id: number }; account: { username: string; email: string } } };
};

async function hireBy(
  office: Page,
  { ask, enter, roles }: { ask: Ask; enter: (page: Page, who: Login) => Promise<void>; roles: string[] },
): Promise<Hired> {
  await enter(office, ADMIN);
  const { staffRoles } = await ask<Roles>(office, '{ staffRoles { role { id: databaseId name } } }');
  const roleIds = staffRoles.filter(({ role }) => roles.includes(role.name)).map(({ role }) => role.id);
  const name = `t${randomUUID().slice(0, 8)}`;
  const input = { name: `Test ${name}`, email: `${name}@tests.example`, username: name, roleIds };
  const { inviteUser } = await ask<Invited>(office, INVITE, { input });
  const password = `password of ${name}`;
  const token = new URL(inviteUser.url).searchParams.get('token');
  await askByName(office.context(), 'SetPassword', { token, password });
  return { name, password, id: inviteUser.person.user.id, email: input.email };
}

/** Fills in and submits the login form. */
export async function signIn(page: Page, { name, password }: Login): Promise<void> {
  await page.getByLabel('E-mail or username').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The pagination of the order list. */
export const pagesOf = (page: Page) => page.getByRole('navigation', { name: 'Pages of orders' });
