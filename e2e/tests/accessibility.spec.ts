import { expect, test } from '../fixtures.ts';
import { testEveryPage } from './every-page.ts';

testEveryPage('light');

test('the keyboard reaches the content first', async ({ staffPage: page }) => {
  await page.goto('/orders');
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('button', { name: 'Views' })).toBeFocused();
});
