import { expect, type Locator, type Page } from '@playwright/test';

const MAX_PRESSES = 80;

/** Presses Tab, or another key, until an element has the focus. */
export async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await element.waitFor({ state: 'attached' });
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(element).toBeFocused();
}

/** Presses a key on an element that Tab reaches. */
export async function pressOn(page: Page, element: Locator, key = 'Enter', by: 'Tab' | 'Shift+Tab' = 'Tab') {
  await tabTo(page, element, by);
  await page.keyboard.press(key);
}

/** Fails if the focus is nowhere: the next Tab would begin again at the head of the page. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement === null || document.activeElement === document.body))
    .toBe(false);
}

/** Collects what a pointer does on a page, in all documents that it loads. */
export async function pointerEvents(page: Page): Promise<string[]> {
  const events: string[] = [];
  await page.exposeFunction('reportPointer', (event: string) => events.push(event));
  await page.addInitScript(() => {
    const report = (window as unknown as { reportPointer: (event: string) => void }).reportPointer;
    for (const type of ['pointerdown', 'mousedown', 'touchstart'])
      window.addEventListener(type, ({ target }) => report(`${type} on ${target}`), true);
  });
  return events;
}
