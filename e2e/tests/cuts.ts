import type { Page } from '@playwright/test';
import { test as base, expect, STAFF, takenOver } from '../fixtures.ts';
import { bearerOf } from '../stack/partner.ts';
import { type Relay, relay } from '../stack/relay.ts';
import { enter } from '../stack/session.ts';
import { type Stack, startStack } from '../stack/start.ts';

export { expect };

/** A system of its own, whose parts and network connections these tests take away. */
type Own = { stack: Stack; network: Relay };

/** A page that shows the dispatch board with one pickup, which others change. */
export type Board = Own & {
  page: Page;
  /** Stops the processes of all pages of this browser, as a machine that sleeps does, until `wake`. */
  sleep(): void;
  wake(): void;
  /** Sets another time of the pickup. @param by without the API, nobody is notified */
  change(by: 'api' | 'database'): Promise<void>;
  /** Waits until the page shows the pickup as it is. */
  untilRight(page?: Page): Promise<void>;
};

/** The streams of the board: orders, and drafts. */
const STREAMS = 2;

const DAY = '2031-04-01';

const SET_PICKUP = `mutation ($id: String!, $pickup: TransferInput!) {
  updateOrder(reference: $id, input: { pickup: $pickup }) { order { id: databaseId } }
}`;

export const test = base.extend<{ board: Board }, { own: Own }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const stack = await startStack();
      const network = await relay(0, stack.consoleUrl);
      await use({ stack, network });
      await network.stop();
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  board: async ({ browser, own }, use) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await use(await openBoard(await context.newPage(), own));
    await context.close();
  },
});

let changes = 0;

/** Signals the processes of the pages of a browser. */
async function pagesOf(page: Page): Promise<(signal: NodeJS.Signals) => void> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error('The page has no browser');
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return (signal) => {
    for (const { id } of renderers) process.kill(id, signal);
  };
}

async function openBoard(page: Page, own: Own): Promise<Board> {
  const { stack, network } = own;
  const authorization = await bearerOf(STAFF, stack.apiUrl);
  const ask = async (query: string, variables = {}) => {
    const headers = { 'content-type': 'application/json', authorization };
    const body = JSON.stringify({ query, variables });
    const { data, errors } = await (await fetch(`${stack.apiUrl}/graphql`, { method: 'POST', headers, body })).json();
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const { orders } = await ask('{ orders(perPage: 1, filter: { status: [Booked] }) { id: databaseId } }');
  const orderId: number = orders[0].id;
  let time = '';
  const change = async (by: 'api' | 'database') => {
    changes += 1;
    const next = [8 + Math.floor(changes / 60), changes % 60].map((part) => String(part).padStart(2, '0')).join(':');
    if (by === 'api') await ask(SET_PICKUP, { id: String(orderId), pickup: { date: DAY, time: next } });
    else await stack.command({ kind: 'setPickup', orderId, time: next });
    time = next;
  };
  const untilRight = async (shown = page) => {
    const isRight = (start: string) =>
      [...document.querySelectorAll('main button')].some(({ textContent }) => textContent?.startsWith(start));
    await shown.waitForFunction(isRight, `Move ${time}`, { polling: 20, timeout: 30_000 });
  };
  await change('api');
  await enter(page.context(), STAFF, network.url);
  await page.goto(`${network.url}/dispatch?from=${DAY}`);
  await untilRight();
  await takenOver(page);
  const signal = await pagesOf(page);
  return { ...own, page, sleep: () => signal('SIGSTOP'), wake: () => signal('SIGCONT'), change, untilRight };
}

/** Waits until the page shows changes by itself. */
export async function untilLive({ change, untilRight }: Board): Promise<void> {
  await change('api');
  await untilRight();
}

/** Takes something away, changes the pickup, and returns as soon as the page could know of it. */
export type Cut = (board: Board) => Promise<unknown>;

/** The machine sleeps; its connections are reset meanwhile. */
const asleep: Cut = async ({ sleep, wake, network, change }) => {
  sleep();
  network.cut();
  await change('api');
  wake();
};

/** The network is away, and the browser knows it. */
const offline: Cut = async ({ page, network, change }) => {
  await page.context().setOffline(true);
  network.cut();
  await change('api');
  await page.context().setOffline(false);
};

/** The network forgets the connections. Neither side notices it. */
const stranded: Cut = async ({ network, change }) => {
  // A browser would send on an idle one; the server closes those after 5 s.
  await expect.poll(network.open).toBe(STREAMS);
  network.strand();
  await change('api');
};

/** The API does not answer for a while. */
const frozen: Cut = async ({ stack, page, change }) => {
  await stack.command({ kind: 'freeze', program: 'api' });
  await change('database');
  await expect(signOn(page)).toBeVisible();
  await stack.command({ kind: 'thaw', program: 'api' });
};

const restarted =
  (part: 'api' | 'console', isKilled = false): Cut =>
  async ({ stack, change }) => {
    if (isKilled) await stack.command({ kind: 'kill', program: part });
    await stack.command({ kind: 'stop', part });
    await change(part === 'api' ? 'database' : 'api');
    await stack.command({ kind: 'start', part });
  };

const withoutDatabase: Cut = async ({ stack, change }) => {
  await stack.command({ kind: 'stop', part: 'database' });
  await stack.command({ kind: 'start', part: 'database' });
  await change('database');
};

/** Milliseconds in which a page is right after waking, and after a server is ready. */
const AWAKE = 1_000;
const READY = 3_000;
/** The same after a network forgot the connections: it takes 5 s of silence to notice it. */
const NOTICED = 8_000;

/** All kinds of cuts. The short test makes one of each, the long one repeats them. */
export const CUTS: Record<string, { cut: Cut; within: number }> = {
  'the machine slept': { cut: asleep, within: AWAKE },
  'the network was away': { cut: offline, within: AWAKE },
  'the network forgot the connections': { cut: stranded, within: NOTICED },
  'the API did not answer': { cut: frozen, within: READY },
  'the API was stopped and started': { cut: restarted('api'), within: READY },
  'the API was killed and started': { cut: restarted('api', true), within: READY },
  'the database was restarted': { cut: withoutDatabase, within: READY },
  'the console was restarted': { cut: restarted('console'), within: READY },
};

/** The milliseconds from the end of a cut until the page is right. */
export async function recovery(board: Board, cut: Cut): Promise<number> {
  await untilLive(board);
  await cut(board);
  const began = performance.now();
  await board.untilRight();
  return performance.now() - began;
}

/** The sign that a page is not connected. */
export const signOn = (page: Page) => page.getByRole('status').getByText('Reconnecting… This page may be out of date.');
