import { codeOf, expect, test } from '../webhooks.ts';
import { expectAt } from './pages/console-modules.ts';
import { webhookPages } from './pages/webhooks.ts';

/** Tests the accessibility of every webhook page in a colour scheme and at a width. */
export function testWebhookPages(colorScheme: 'light' | 'dark', width: 375 | 1280): void {
  test(`the webhook pages conform to WCAG 2.2 AA and best practices in ${colorScheme} mode at ${width} px`, async ({
    adminPage: page,
    endpoint,
    receiver,
    change,
    received,
    expectAccessible,
    pageErrors,
  }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    receiver.answerWith(503, { 'retry-after': '3600' });
    const code = await change();
    const request = await received((one) => codeOf(one) === code);
    await change();
    const scene = { page, endpoint: endpoint.id, event: `${request.headers['webhook-id']}` };
    for (const { name, at, show } of webhookPages) {
      await test.step(name, async () => {
        await show(scene);
        await expectAccessible(page);
        expectAt(page, at);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      });
    }
    // The browser logs the status 404 of the last page.
    expect(pageErrors.splice(0).every((pageError) => pageError.includes('404'))).toBe(true);
  });
}
