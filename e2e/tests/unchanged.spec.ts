import type { Page, Response } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** Whether it answers the query of the list of orders. */
function isList(response: Response): boolean {
  const variables = new URL(response.url()).searchParams.get('variables');
  return response.request().method() === 'GET' && Boolean(variables?.includes('"perPage"'));
}

/** The page is shown again after a while, when its data are no longer fresh. */
async function shownLater(page: Page): Promise<Response> {
  const answer = page.waitForResponse(isList);
  await page.clock.fastForward(20_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  return answer;
}

test('a list that is shown again is not sent again while nothing has changed', async ({ staffPage: page }) => {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (isList(response)) statuses.push(response.status());
  });
  await page.clock.install();
  await page.goto('/orders');
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  let shown: string | null = '';
  // Another test may change an order of the list meanwhile; then it is sent again, once.
  const again = async () => {
    shown = await rows.nth(1).textContent();
    const answer = await shownLater(page);
    return [answer.status(), (await answer.request().allHeaders())['if-none-match']];
  };
  await expect.poll(again, { timeout: 20_000 }).toEqual([304, expect.stringMatching(/^W\/"/)]);
  expect(await rows.nth(1).textContent()).toBe(shown);
  // Without a list of an earlier answer, the first one is whole: when the page is shown again, or for a live update before.
  expect(statuses[0]).toBe(200);
});
