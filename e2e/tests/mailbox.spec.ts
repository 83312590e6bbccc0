import { ADMIN, expect, test } from '../fixtures.ts';
import { enter } from '../stack/session.ts';
import { type Stack, startStack } from '../stack/start.ts';

/* A demo without a mail server, whose mails stay in the mailbox of the console. */

const PASSWORD = 'correct horse battery';

let demo: Stack;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  demo = await startStack({ E2E_MAILBOX: '1' });
});
test.afterAll(() => demo.stop());

test('a forgotten password: request a link, read the mail in the mailbox, set the password, sign in', async ({
  browser,
  expectAccessible,
}) => {
  const visitor = await (await browser.newContext({ baseURL: demo.consoleUrl })).newPage();
  await visitor.goto('/login');
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(visitor.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expectAccessible(visitor);
  const request = async (email: string) => {
    await visitor.goto('/forgot-password');
    await visitor.getByLabel('E-mail').fill(email);
    await visitor.getByRole('button', { name: 'Send the link' }).click();
  };
  await request('nobody');
  await expect(visitor.getByText('Enter the e-mail address of your account.')).toBeVisible();
  await request('nobody@example.com');
  await expect(visitor.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  await expectAccessible(visitor);

  const office = await (await browser.newContext({ baseURL: demo.consoleUrl })).newPage();
  await enter(office.context(), ADMIN, demo.consoleUrl);
  await office.goto('/people?q=staff');
  await office.getByRole('link', { name: 'Mailbox of the demo' }).click();
  await expect(office.getByText('No mails yet')).toBeVisible();
  await expectAccessible(office);

  const STAFF_EMAIL = 'staff@demo.example';
  await request(STAFF_EMAIL);
  await expect(visitor.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  const mail = office.getByRole('row', { name: /^Set a new password staff@/ });
  await expect(mail).toHaveCount(1);
  await expectAccessible(office);
  await mail.getByRole('link').click();
  await expect(office.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expectAccessible(office);
  const link = (await office.getByRole('link', { name: /\/welcome\?token=/ }).getAttribute('href')) ?? '';
  expect(new URL(link).origin).toBe(demo.consoleUrl);

  await visitor.goto(link);
  await visitor.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await visitor.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
  await visitor.getByRole('button', { name: 'Set the password' }).click();
  await visitor.getByRole('link', { name: 'Sign in' }).click();
  await visitor.getByLabel('E-mail or username').fill('staff');
  await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.getByRole('button', { name: 'Sign in' }).click();
  await expect(visitor).toHaveURL('/');
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await visitor.goto('/mailbox');
  await expect(visitor.getByRole('heading', { name: 'No such mail' })).toBeVisible();
  await visitor.context().close();
  await office.context().close();
});

test('an invitation by mail, whose state staff see', async ({ browser, expectAccessible }) => {
  const office = await (await browser.newContext({ baseURL: demo.consoleUrl })).newPage();
  await enter(office.context(), ADMIN, demo.consoleUrl);
  await office.goto('/people?q=Noor');
  await office.getByRole('button', { name: 'Invite' }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Noor Mail');
  await dialog.getByLabel('E-mail').fill('noor.mail@example.com');
  await dialog.getByRole('checkbox', { name: 'Tour guide' }).check();
  await expect(dialog.getByRole('switch', { name: 'Mail the link instead of showing it' })).toBeChecked();
  await expectAccessible(office);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(office.getByText('The invitation of Noor Mail will be sent')).toBeVisible();
  await office.getByRole('link', { name: 'Noor Mail' }).click();
  await expect(office.getByText('Sent to noor.mail@example.com on')).toBeVisible();
  await expectAccessible(office);
  await office.getByRole('button', { name: 'Mail a link to set a password' }).click();
  await expectAccessible(office);
  await office.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(office.getByText('The link for Noor Mail will be sent')).toBeVisible();
  await office.goto('/mailbox');
  await expect(office.getByRole('row', { name: /noor\.mail@example\.com/ })).toHaveCount(2);
  await office.context().close();
});
