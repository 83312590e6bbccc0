import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Response } from '@playwright/test';
import { notePaints } from './painted.ts';
import { realTexts, type Text } from './texts.ts';

/** A keystroke, and the milliseconds until the rows that it finds were painted. */
export type Keystroke = { kind: Text['kind']; typed: string; took: number };

/** Milliseconds between the keystrokes of a fast typist. */
const BETWEEN_KEYS = 150;
const TIMEOUT = 10_000;

/**
 * Types texts of orders into the search of the list, letter by letter, each after the rows of the previous letter were
 * painted. Letters whose rows are already cached are typed but not counted. The first text is not counted either.
 *
 * @throws if rows are not painted within ten seconds
 */
export async function measureSearch(context: BrowserContext): Promise<Keystroke[]> {
  const [first, ...texts] = await realTexts(context);
  const page = await context.newPage();
  await page.addInitScript(notePaints);
  const answers = new Answers(page);
  await page.goto('/orders');
  await page.getByRole('table', { name: 'Orders' }).waitFor();
  // The page is idle once it has counted its orders.
  await page.getByText(/ in total$/).waitFor();
  if (first) await type(page, first, answers);
  const keystrokes: Keystroke[] = [];
  for (const text of texts) keystrokes.push(...(await type(page, text, answers)));
  await page.close();
  return keystrokes;
}

async function type(page: Page, { kind, text }: Text, answers: Answers): Promise<Keystroke[]> {
  await page.getByRole('searchbox', { name: 'Search orders' }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await sleep(BETWEEN_KEYS);
  const keystrokes: Keystroke[] = [];
  for (let length = 1; length <= text.length; length++) {
    const typed = text.slice(0, length);
    const isKnown = answers.to(typed) !== undefined || text[length - 1] === ' ';
    const pause = sleep(BETWEEN_KEYS);
    await page.keyboard.type(text[length - 1] ?? '');
    if (!isKnown) keystrokes.push({ kind, typed, took: await untilPainted(page, typed, answers) });
    await pause;
  }
  return keystrokes;
}

async function untilPainted(page: Page, typed: string, answers: Answers): Promise<number> {
  for (const deadline = Date.now() + TIMEOUT; Date.now() < deadline; await sleep(20)) {
    const ids = answers.to(typed);
    if (!ids) continue;
    const { typedAt, painted } = await page.evaluate(() => window.measured);
    const first = painted.find((one) => isBeginningOf(ids, one.ids));
    if (first) return first.at - typedAt;
  }
  throw new Error(`The rows for "${typed}" were not painted within ${TIMEOUT / 1_000} s.`);
}

/** Only the visible rows are rendered. */
const isBeginningOf = (all: readonly number[], shown: readonly number[]) =>
  shown.length >= Math.min(all.length, 10) && shown.every((id, index) => id === all[index]);

/** Records the server's responses to the list query of a page: the rows that it must show. */
class Answers {
  readonly #found = new Map<string, number[]>();

  constructor(page: Page) {
    page.on('response', (response) => void this.#keep(response).catch(() => {}));
  }

  /** The orders that a text finds; undefined until the response has arrived. */
  to(text: string): number[] | undefined {
    return this.#found.get(text.trim());
  }

  async #keep(response: Response): Promise<void> {
    const { pathname } = new URL(response.url());
    if (pathname !== '/graphql' || !response.ok()) return;
    const variables: { filter?: { quickSearch?: string } } | undefined = response.request().postDataJSON()?.variables;
    const text = variables?.filter?.quickSearch;
    if (text === undefined) return;
    const { data }: { data?: { orders?: { id: number }[] } } = await response.json();
    if (data?.orders)
      this.#found.set(
        text,
        data.orders.map(({ id }) => id),
      );
  }
}
