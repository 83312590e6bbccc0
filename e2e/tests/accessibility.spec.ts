import { expect, test } from '../fixtures.ts';
import { everyPage, testEveryPage } from './every-page.ts';
import { dialogModules, routes } from './pages/console-modules.ts';
import { webhookPages } from './pages/webhooks.ts';

testEveryPage('light', 1280);

test('every page, dialog, menu and question of the console is among the tested ones', () => {
  const tested = [...everyPage, ...webhookPages];
  const found = { routes: new Set(routes()), dialogs: new Set(dialogModules()) };
  expect(new Set(tested.map(({ at }) => at))).toEqual(found.routes);
  expect(new Set(tested.flatMap(({ dialogs = [] }) => dialogs))).toEqual(found.dialogs);
});

test('the keyboard reaches the content first', async ({ staffPage: page }) => {
  await page.goto('/orders');
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: 'New order' })).toBeFocused();
});
