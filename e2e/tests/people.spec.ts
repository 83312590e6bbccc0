import { ADMIN, expect, signIn, test } from '../fixtures.ts';
import { logIn } from '../stack/partner.ts';

type Listed = { data: { id: number }[] };

test('invites a person, who sets a password once and signs in', async ({
  page,
  browser,
  baseURL,
  enter,
  expectAccessible,
}) => {
  await enter(page, ADMIN);
  const name = `invited${Date.now()}`;
  await page.goto('/people');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByText('The name must be a text of 1 to 200 characters.')).toBeVisible();
  await expect(dialog.getByText('The choice must hold at least one role.')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Noor de Wit');
  await dialog.getByLabel('E-mail').fill(`${name}@meridianlane.example`);
  await dialog.getByRole('checkbox', { name: 'Back office' }).check();
  // Handed over, not mailed.
  await dialog.getByRole('switch', { name: 'Mail the link instead of showing it' }).press('Space');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const link = await page.getByLabel('Link to set the password').inputValue();
  expect(link).toMatch(/\/welcome\?token=/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have saved the link' }).click();
  await page.getByRole('searchbox', { name: 'Search people' }).fill(name);
  await expect(page.getByRole('row', { name: /Noor de Wit/ })).toContainText('Invited');

  const context = await browser.newContext({ baseURL });
  const own = await context.newPage();
  await own.goto(link);
  await expect(own.getByRole('heading', { name: 'Welcome, Noor de Wit' })).toBeVisible();
  await expect(own.getByLabel('Username')).toHaveValue(name);
  await expectAccessible(own);
  await own.getByLabel('New password', { exact: true }).fill('short');
  await own.getByRole('button', { name: 'Set the password' }).click();
  await expect(own.getByText('The password must have at least 10 characters.')).toBeVisible();
  await own.getByLabel('New password', { exact: true }).fill('four words of Noor');
  await own.getByLabel('Repeat the password').fill('four words of Noor');
  await own.getByRole('button', { name: 'Set the password' }).click();
  await own.getByRole('link', { name: 'Sign in' }).click();
  await signIn(own, { name, password: 'four words of Noor' });
  await expect(own).toHaveURL('/');
  await own.goto(link);
  await expect(own.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await context.close();

  await page.reload();
  await expect(page.getByRole('row', { name: /Noor de Wit/ })).not.toContainText('Invited');
});

test('switches an account off, and ends its sessions and tokens immediately', async ({
  page,
  browser,
  baseURL,
  enter,
  hire,
}) => {
  const person = await hire('Back office');
  const context = await browser.newContext({ baseURL });
  const theirs = await context.newPage();
  await enter(theirs, person);
  await theirs.goto('/orders');
  await expect(theirs.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  const api = await logIn(person);
  expect((await api.get<Listed>('orders')).data.length).toBeGreaterThan(10);

  await enter(page, ADMIN);
  await page.goto(`/people/${person.id}`);
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('1 console session, 1 API login');
  await page.getByRole('button', { name: 'Switch off' }).click();
  const question = page.getByRole('dialog', { name: /^Switch off the account of/ });
  await expect(question).toContainText('1 console session and 1 API login end immediately.');
  await question.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('Switched off').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('0 console sessions, 0 API logins');

  await expect(api.get('orders')).rejects.toThrow('answered 401');
  await expect(logIn(person)).rejects.toThrow('answered 401');
  await theirs.goto('/orders');
  await expect(theirs).toHaveURL('/login?next=%2Forders');
  await signIn(theirs, person);
  await expect(theirs.getByRole('main').getByRole('alert')).toContainText('No account has this name and password');
  await context.close();

  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible();
  await logIn(person);
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText('Switched on');
});

test('changes roles, with immediate effect on the orders visible through v1', async ({ page, enter, hire }) => {
  const person = await hire('Driver');
  const api = await logIn(person);
  expect((await api.get<Listed>('orders')).data.length).toBe(0);

  await enter(page, ADMIN);
  await page.goto(`/people/${person.id}`);
  await page.getByRole('button', { name: 'Change roles' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Back office' }).check();
  await dialog.getByRole('button', { name: 'Change roles' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Roles' })).toContainText('Back office');
  expect((await api.get<Listed>('orders')).data.length).toBeGreaterThan(10);

  await page.getByRole('button', { name: 'Change roles' }).click();
  await dialog.getByRole('checkbox', { name: 'Back office' }).uncheck();
  await dialog.getByRole('button', { name: 'Change roles' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Roles' })).not.toContainText('Back office');
  expect((await api.get<Listed>('orders')).data.length).toBe(0);
  await page.goto(`/audit?of=person&id=${person.id}&action=user.change-roles`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row').nth(1)).toContainText('Back office, Driver → Driver');
});

test('creates a role, and changes its permissions', async ({ page, enter, hire }) => {
  const name = `Night desk ${Date.now()}`;
  await enter(page, ADMIN);
  await page.goto('/people/roles');
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Driver');
  await dialog.getByRole('checkbox', { name: 'orders.contact' }).check();
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await expect(dialog.getByText('The name belongs to another role.')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('orders.contact');

  const person = await hire(name);
  const api = await logIn(person);
  expect((await api.get<Listed>('orders')).data.length).toBe(0);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await dialog.getByRole('checkbox', { name: 'orders.view-all' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('orders.view-all');
  expect((await api.get<Listed>('orders')).data.length).toBeGreaterThan(10);
});

test('deletes a role that nobody holds, and says why another one stays', async ({ page, enter, hire }) => {
  const name = `Summer desk ${Date.now()}`;
  await enter(page, ADMIN);
  await page.goto('/people/roles');
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Create role' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  const remove = row.getByRole('button', { name: `Delete the role ${name}` });
  await expect(remove).toBeVisible();
  // Roles that somebody holds have no such button; this page does not know yet that one is given.
  await expect(page.getByRole('button', { name: 'Delete the role Driver' })).toHaveCount(0);
  const person = await hire(name);
  await remove.click();
  const question = page.getByRole('dialog', { name: `Delete the role ${name}?` });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(
    page.getByText('The role cannot be deleted: 1 accounts hold it, 0 orders and 0 products refer to it.'),
  ).toBeVisible();
  await page.goto(`/people/${person.id}`);
  await page.getByRole('button', { name: 'Change roles' }).click();
  await dialog.getByRole('checkbox', { name }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Driver' }).check();
  await dialog.getByRole('button', { name: 'Change roles' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/people/roles');
  await remove.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`The role ${name} is deleted`)).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('hides administration from other users, and the server rejects it as well', async ({ staffPage: page, ask }) => {
  await page.goto('/people');
  await expect(page.getByRole('table', { name: 'People, by name' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Signs in as' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Roles' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Account' })).toHaveCount(0);
  await page.goto('/audit');
  await expect(page.getByRole('heading', { name: 'You may not see the audit log' })).toBeVisible();
  await expect(ask(page, 'mutation { disableUser(id: 1) { person { isDisabled } } }')).rejects.toThrow('FORBIDDEN');
  const { auditLogMeta } = await ask<{ auditLogMeta: { total: number } }>(page, '{ auditLogMeta { total } }');
  expect(auditLogMeta.total).toBe(0);
});

test('offers no actions on one’s own account', async ({ page, enter, ask }) => {
  await enter(page, ADMIN);
  const { viewer } = await ask<{ viewer: { id: number } }>(page, '{ viewer { id: databaseId } }');
  await page.goto(`/people/${viewer.id}`);
  await expect(page.getByRole('region', { name: 'Account' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch off' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change roles' })).toHaveCount(0);
});

test('shows a not-found page for an unknown person', async ({ staffPage: page, pageErrors }) => {
  for (const address of ['/people/999999', '/people/nobody']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'No such person' })).toBeVisible();
  }
  // The answer is 404, which the browser reports.
  expect(pageErrors.splice(0).join()).toMatch(/^(error: Failed to load resource: [^,]* status of 404[^,]*,?)+$/);
});
