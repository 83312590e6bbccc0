import type { Page, Response } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** The next answer to the query of the list of orders. */
const listed = (page: Page): Promise<Response> =>
  page.waitForResponse((response) => {
    const variables = new URL(response.url()).searchParams.get('variables');
    return response.request().method() === 'GET' && Boolean(variables?.includes('"perPage"'));
  });

/** The page is shown again after a while, when its data are no longer fresh. */
async function shownLater(page: Page): Promise<Response> {
  const answer = listed(page);
  await page.clock.fastForward(20_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  return answer;
}

test('a list that is shown again is not sent again while nothing has changed', async ({ staffPage: page }) => {
  await page.clock.install();
  await page.goto('/orders');
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  let shown = '';
  // Another test may change an order of the list meanwhile; then it is sent again, once.
  const again = async () => {
    shown = await rows.nth(1).innerText();
    const answer = await shownLater(page);
    return [answer.status(), (await answer.request().allHeaders())['if-none-match']];
  };
  expect((await again())[0]).toBe(200);
  await expect.poll(again, { timeout: 20_000 }).toEqual([304, expect.stringMatching(/^W\/"/)]);
  expect(await rows.nth(1).innerText()).toBe(shown);
});
