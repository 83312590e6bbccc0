import { expect, STAFF, signIn, takenOver, test } from '../fixtures.ts';
import { askByName } from '../stack/session.ts';

test('signs in by username and by e-mail address, and signs out', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, STAFF);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();

  await takenOver(page);
  await page.evaluate(() => sessionStorage.setItem('a draft', 'of this user'));
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => sessionStorage.getItem('a draft'))).toBeNull();
  await page.goto('/orders');
  await expect(page).toHaveURL('/login?next=%2Forders');

  await signIn(page, { name: 'staff@demo.example', password: STAFF.password });
  await expect(page).toHaveURL('/orders');
});

test('shows an error for a wrong password, and keeps the name', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, { name: 'staff', password: 'not-the-password' });
  await expect(page.getByRole('main').getByRole('alert')).toContainText('No account has this name and password');
  await expect(page.getByLabel('E-mail or username')).toHaveValue('staff');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expect(page).toHaveURL('/login');
});

test('rejects a user without access to the console', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, { name: 'partner', password: 'partner-demo' });
  await expect(page.getByRole('main').getByRole('alert')).toContainText('may not use the console');
});

test('states when to try again after too many attempts', async ({ page }) => {
  const guess = { name: 'guessed@demo.example', password: 'guess' };
  await page.goto('/login');
  const tooMany = page.getByText('Too many attempts. Try again at');
  await expect(async () => {
    await signIn(page, guess);
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expect(tooMany).toBeVisible({ timeout: 300 });
  }).toPass({ intervals: [0] });
});

test('returns to the requested page after the sign-in', async ({ page }) => {
  await page.goto('/orders?status=Cancelled&page=2');
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, STAFF);
  await expect(page).toHaveURL('/orders?status=Cancelled&page=2');
});

test('does not redirect to other sites', async ({ page }) => {
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await signIn(page, STAFF);
    await expect(page).toHaveURL('/');
    await page.context().clearCookies();
  }
});

test('asks for the password over the page when the session ends, and continues there', async ({ staffPage }) => {
  await staffPage.goto('/orders?status=Booked');
  await expect(staffPage.getByRole('main').getByRole('status')).toContainText('match');
  await staffPage.context().clearCookies();
  // A background request of the page may detect it first.
  await staffPage.getByRole('searchbox', { name: 'Search orders' }).fill('a');
  const dialog = staffPage.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toContainText('Your input is kept');
  await expect(dialog.getByLabel('E-mail or username')).toHaveValue('staff@demo.example');
  await staffPage.keyboard.press('Escape');
  await dialog.getByLabel('Password').fill('wrong');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No account has this name and password');
  await dialog.getByLabel('Password').fill(STAFF.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(staffPage).toHaveURL('/orders?status=Booked&q=a');
  await expect(staffPage.getByRole('searchbox', { name: 'Search orders' })).toHaveValue('a');
  await expect(staffPage.getByRole('table')).toHaveAttribute('aria-busy', 'false');
});

test('discards all data of a user when another one signs in', async ({ staffPage }) => {
  await staffPage.goto('/orders');
  await staffPage.context().clearCookies();
  await staffPage.getByRole('searchbox', { name: 'Search orders' }).fill('a');
  const dialog = staffPage.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('E-mail or username').fill('admin');
  await dialog.getByLabel('Password').fill('admin-demo');
  const loaded = staffPage.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await loaded;
  const { viewer } = await askByName<{ viewer: { name: string } }>(staffPage.context(), 'Viewer', {});
  await expect(staffPage.getByRole('button', { name: /^Account of/ })).toContainText(viewer.name);
});

test('ends all sessions of the user on all devices', async ({ browser, baseURL, page, hire }) => {
  const somebody = await hire('Back office');
  const other = await browser.newPage({ baseURL });
  for (const one of [page, other]) {
    await one.goto('/login');
    await signIn(one, somebody);
    await expect(one).toHaveURL('/');
  }
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out on all devices' }).click();
  await expect(page).toHaveURL('/login');
  await other.goto('/orders');
  await expect(other).toHaveURL('/login?next=%2Forders');
  await other.close();
});
