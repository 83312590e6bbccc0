import { expect, STAFF, signIn, takenOver, test } from '../fixtures.ts';
import { askByName } from '../stack/session.ts';

test('signs in by name and by address, and out again', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, STAFF);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();

  await takenOver(page);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/orders');
  await expect(page).toHaveURL('/login?next=%2Forders');

  await signIn(page, { name: 'staff@demo.example', password: STAFF.password });
  await expect(page).toHaveURL('/orders');
});

test('refuses a wrong password at the form, and keeps the name', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, { name: 'staff', password: 'not-the-password' });
  await expect(page.getByRole('main').getByRole('alert')).toContainText('No account has this name and password');
  await expect(page.getByLabel('Email or username')).toHaveValue('staff');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expect(page).toHaveURL('/login');
});

test('lets nobody in who has no business in the console', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, { name: 'partner', password: 'partner-demo' });
  await expect(page.getByRole('main').getByRole('alert')).toContainText('may not use the console');
});

test('says when to try again after too many attempts', async ({ page }) => {
  const guess = { name: 'guessed@demo.example', password: 'guess' };
  await page.goto('/login');
  const tooMany = page.getByText('Too many attempts. Try again at');
  await expect(async () => {
    await signIn(page, guess);
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expect(tooMany).toBeVisible({ timeout: 300 });
  }).toPass({ intervals: [0] });
});

test('leads back to where somebody wanted to go', async ({ page }) => {
  await page.goto('/orders?status=Cancelled&page=2');
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, STAFF);
  await expect(page).toHaveURL('/orders?status=Cancelled&page=2');
});

test('leads nowhere outside of the console', async ({ page }) => {
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await signIn(page, STAFF);
    await expect(page).toHaveURL('/');
    await page.context().clearCookies();
  }
});

test('asks for the password in front of the page when the session ends, and goes on there', async ({ staffPage }) => {
  await staffPage.goto('/orders?status=Booked');
  await expect(staffPage.getByRole('status')).toContainText('match');
  await staffPage.context().clearCookies();
  // The page may notice by itself before this does.
  await staffPage.getByRole('searchbox', { name: 'Search orders' }).fill('a');
  const dialog = staffPage.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toContainText('Nothing that you typed is lost');
  await expect(dialog.getByLabel('Email or username')).toHaveValue('staff@demo.example');
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

test('keeps nothing of a person when another one signs in', async ({ staffPage }) => {
  await staffPage.goto('/orders');
  await staffPage.context().clearCookies();
  await staffPage.getByRole('searchbox', { name: 'Search orders' }).fill('a');
  const dialog = staffPage.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Email or username').fill('admin');
  await dialog.getByLabel('Password').fill('admin-demo');
  const loaded = staffPage.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await loaded;
  const { viewer } = await askByName<{ viewer: { name: string } }>(staffPage.context(), 'Viewer', {});
  await expect(staffPage.getByRole('button', { name: /^Account of/ })).toContainText(viewer.name);
});

test('ends every session of the person on all devices', async ({ browser, baseURL, page, hire }) => {
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
