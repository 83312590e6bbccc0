import type { Dialog } from '@playwright/test';
import { CUTS, expect, recovery, signOn, test, untilLive } from './cuts.ts';

/* All of these tests share one system, whose parts they take away: they run one after the other. */
test.describe.configure({ mode: 'default' });

/** Factor of the time on a busy machine; the long test measures the time itself. */
const BUSY = 2;

for (const [name, { cut, within }] of Object.entries(CUTS)) {
  test(`the board is soon right after ${name}`, async ({ board }) => {
    test.slow();
    expect(await recovery(board, cut)).toBeLessThan(BUSY * within);
  });
}

test('a sign says that the page is not connected, but not for a moment', async ({ board, expectAccessible }) => {
  const { page, stack, network, change, untilRight } = board;
  await untilLive(board);
  await page.evaluate(() => {
    const note = () => {
      const signs = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent);
      if (signs.join().includes('Reconnecting')) document.title = 'The sign was shown';
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
  });
  network.cut();
  await change('api');
  await untilRight();
  expect(await page.title()).not.toBe('The sign was shown');

  await stack.command({ kind: 'stop', part: 'api' });
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(signOn(page)).toBeVisible();
      await expectAccessible(page);
    }
  }
  await change('database');
  await stack.command({ kind: 'start', part: 'api' });
  await expect(signOn(page)).toHaveCount(0);
  await untilRight();
});

test('a window takes the stream over from one that the browser froze', async ({ board }) => {
  const { page, network, change, untilRight } = board;
  await untilLive(board);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await untilRight(other);
  // An open dialog stops the scripts of its page.
  const opened = new Promise<Dialog>((resolve) => page.once('dialog', resolve));
  const frozen = page.evaluate(() => alert('Stop'));
  const dialog = await opened;
  network.cut();
  await change('api');
  await untilRight(other);
  await change('api');
  await untilRight(other);
  await dialog.accept();
  await frozen;
  await change('api');
  await untilRight(page);
  await untilRight(other);
});
