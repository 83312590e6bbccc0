import { expect, test } from '../fixtures.ts';
import { cataloguePages } from './pages/catalogue.ts';
import { expectAt } from './pages/console-modules.ts';
import { dispatchPages } from './pages/dispatch.ts';
import { orderPages } from './pages/order.ts';
import { orderListPages } from './pages/order-list.ts';
import { peoplePages } from './pages/people.ts';
import type { Shown } from './pages/shown.ts';

/** Every page in each of its states; those of webhooks are in pages/webhooks.ts. */
export const everyPage: Shown[] = [
  ...cataloguePages,
  ...orderListPages,
  ...orderPages,
  ...dispatchPages,
  ...peoplePages,
];

/**
 * Tests the accessibility of every page in a colour scheme and at a width, and that it is not wider than its window and
 * shows no time of UTC or of the browser.
 */
export function testEveryPage(colorScheme: 'light' | 'dark', width: 375 | 1280): void {
  const isNarrow = width === 375;
  const turn = (isNarrow ? 2 : 0) + (colorScheme === 'dark' ? 1 : 0);
  test.describe(`in ${colorScheme} mode at ${width} px`, () => {
    test.use({ timezoneId: 'Pacific/Auckland', viewport: { width, height: 800 } });
    for (const { name, at, show } of everyPage.filter(({ isWide }) => !(isNarrow && isWide))) {
      test(`${name} conforms to WCAG 2.2 AA and best practices`, async ({
        staffPage: page,
        ask,
        hire,
        expectAccessible,
        pageErrors,
      }) => {
        test.slow();
        await page.emulateMedia({ colorScheme });
        const check = async () => {
          await expectAccessible(page);
          await expect(page.locator('body')).not.toContainText(/\bUTC\b|GMT\+1[23]/, { useInnerText: true });
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        };
        await show({ page, ask, hire, isNarrow, turn, check });
        await check();
        expectAt(page, at);
        // The browser logs the status of a page that does not exist.
        const errors = pageErrors.splice(0).filter((pageError) => !pageError.includes('status of 404'));
        pageErrors.push(...errors);
      });
    }
  });
}
