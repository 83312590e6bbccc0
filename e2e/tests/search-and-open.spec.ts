import type { Page } from '@playwright/test';
import { quietCities } from '../demo-orders.ts';
import { type Ask, expect, test } from '../fixtures.ts';
import { asksFor, hold, pathOf } from '../hold.ts';

const BOOKED = '{ orders(perPage: 20, filter: { status: [Booked] }) { id: databaseId } }';
const FOUND = 'query ($text: String!) { orders(perPage: 2, filter: { quickSearch: $text }) { id: databaseId } }';
type Booked = { orders: { id: number }[] };

/** An order that no other one is found with by its number, such as one whose phone number begins with it. */
async function orderAlone(page: Page, ask: Ask): Promise<number> {
  for (const { id } of (await ask<Booked>(page, BOOKED)).orders)
    if ((await ask<Booked>(page, FOUND, { text: String(id) })).orders.length === 1) return id;
  throw new Error('The number of each order finds others, too');
}

test.describe('Enter in a search', () => {
  let id = 0;
  test.beforeEach(async ({ staffPage: page, ask }) => {
    id = await orderAlone(page, ask);
  });
  const opened = (page: Page) => expect(page.getByRole('heading', { name: `Order ${id}`, level: 1 })).toBeVisible();

  for (const [name, width] of [
    ['table', 1280],
    ['cards', 375],
  ] as const) {
    test(`opens the only match of the ${name}, whenever its row arrives`, async ({ staffPage: page }) => {
      await page.setViewportSize({ width, height: 800 });
      const search = page.getByRole('searchbox', { name: 'Search orders' });
      for (const keys of [['Enter'], ['Enter', 'Enter']]) {
        await page.goto('/orders');
        const release = await hold(page, asksFor(`"${id}"`));
        await search.pressSequentially(`${id}`);
        for (const key of keys) await search.press(key);
        release();
        await opened(page);
        await page.goBack();
        await expect(search).toHaveValue(`${id}`);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });
  }

  test('focuses the first of several rows, and opens it if pressed twice', async ({ staffPage: page, ask }) => {
    const search = page.getByRole('searchbox', { name: 'Search orders' });
    await page.goto(`/orders?city=${await quietCities(page, ask)}`);
    const release = await hold(page, asksFor('"a"'));
    await search.fill('a');
    await search.press('Enter');
    release();
    await expect(page.getByRole('link', { name: /^Order \d+$/ }).first()).toBeFocused();
    await search.fill('');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const releaseOther = await hold(page, asksFor('"b"'));
    await search.fill('b');
    await search.press('Enter');
    await search.press('Enter');
    releaseOther();
    await expect(page.getByRole('heading', { name: /^Order \d+$/, level: 1 })).toBeVisible();
  });

  test('opens what is typed last from the palette', async ({ staffPage: page }) => {
    await page.goto('/webhooks/endpoints');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('dialog').getByRole('combobox');
    const former = `${id}`.slice(0, -1);
    await field.fill(former);
    await expect(page.getByRole('dialog').getByRole('progressbar')).toHaveCount(0);
    const release = await hold(page, asksFor(`"${id}"`));
    await field.fill(`${id}`);
    await field.press('Enter');
    release();
    await opened(page);
  });

  test('moves from the search of other lists to their first row', async ({ staffPage: page }) => {
    for (const path of ['/people', '/catalogue']) {
      await page.goto(path);
      await page.getByRole('searchbox').press('ArrowDown');
      await expect(page.locator('[data-row]').first()).toBeFocused();
    }
  });
});

test('opens a row that is clicked right after typing, and Back returns to the search', async ({
  staffPage: page,
  ask,
}) => {
  await page.goto(`/orders?city=${await quietCities(page, ask)}`);
  const row = page.getByRole('link', { name: /^Order \d+$/ }).first();
  const name = await row.getAttribute('aria-label');
  // The order's page arrives after the text would have been written to the URL late.
  const release = await hold(page, (route) => /^\/orders\/\d+$/.test(pathOf(route)));
  await page.evaluate(() => {
    const search = document.querySelector<HTMLInputElement>('input[type="search"]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'a');
    search?.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector<HTMLElement>('[data-row]')?.click();
  });
  await expect(page).toHaveURL(/q=a/);
  release();
  await expect(page.getByRole('heading', { name: `${name}`, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue('a');
});

test('writes what is typed to the URL as one entry in the history', async ({ staffPage: page }) => {
  await page.addInitScript(() => {
    // The timers that end the pause in typing never end at once, as on a busy machine.
    const { setTimeout } = window;
    let later = 0;
    window.setTimeout = ((handler: () => void, delay?: number, ...more: []) => {
      if (delay === 200) later += 20;
      return setTimeout(handler, delay === 200 ? delay + later : delay, ...more);
    }) as typeof window.setTimeout;
    const { pushState } = History.prototype;
    History.prototype.pushState = function (state, unused, url) {
      const { search } = new URL(String(url), location.href);
      sessionStorage.setItem('pushed', `${sessionStorage.getItem('pushed') ?? ''}${search} `);
      pushState.call(this, state, unused, url);
    };
  });
  for (const path of ['/orders', '/people', '/orders?page=2']) {
    await page.goto(path);
    const search = page.getByRole('searchbox');
    await page.evaluate(() => sessionStorage.removeItem('pushed'));
    for (const text of ['a', 'an', 'ann']) {
      await search.fill(text);
      await expect(page).toHaveURL(new RegExp(`[?]q=${text}$`));
    }
    expect(await page.evaluate(() => sessionStorage.getItem('pushed'))).toMatch(/^[?]\S+ $/);
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect(search).toHaveValue('');
  }
});
