import { ADMIN, expect, STAFF, test } from '../fixtures.ts';

test('administrators create a service account, show its token once, and revoke it', async ({
  page,
  enter,
  expectAccessible,
}) => {
  await enter(page, ADMIN);
  const name = `Dashboard ${Date.now()}`;
  await page.goto('/people');
  await page.getByRole('link', { name: 'Service accounts' }).click();
  await page.getByRole('button', { name: 'New service account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Create service account' }).click();
  await expect(dialog.getByText('The choice must hold at least one role.')).toBeVisible();
  await expect(dialog.getByText('The choice must hold at least one scope.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Write: Orders' }).check();
  await expect(dialog.getByRole('checkbox', { name: 'Read: Orders' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Write: Orders' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Read: Audit log' }).check();
  await dialog.getByRole('checkbox', { name: 'Back office' }).check();
  const owner = dialog.getByRole('combobox', { name: 'Responsible' });
  await expect(owner).not.toHaveValue('');
  await owner.fill('Verhoe');
  await page.getByRole('option', { name: 'Kees Verhoeven' }).click();
  await dialog.getByLabel('Networks').fill('192.0.2.7/24');
  await dialog.getByRole('button', { name: 'Create service account' }).click();
  await expect(dialog.getByText('The list must be a network such as 192.0.2.0/24 or 2001:db8::/32.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Networks').fill('');
  await dialog.getByRole('button', { name: 'Create service account' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Owner: Kees Verhoeven');
  await expect(row).toContainText('audit:read');
  await expect(row).toContainText('orders:read');
  await expectAccessible(page);

  await row.getByRole('button', { name: `Tokens of ${name}` }).click();
  await dialog.getByRole('button', { name: 'New token' }).click();
  await dialog.getByLabel('Where it is used').fill('Screen in the office');
  await dialog.getByLabel('Valid until').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('The date must be in the future.')).toBeVisible();
  await dialog.getByLabel('Valid until').fill('2099-03-01');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
  expect(token).toMatch(/^chb_service_\d+_[\w-]{43}$/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I have saved the token' }).click();
  await expect(dialog.getByRole('row', { name: /Screen in the office/ })).toContainText('2099');
  await expect(page.getByText(token)).toHaveCount(0);
  const send = async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query: '{ viewer { name scopes } }' });
    const response = await fetch(`${process.env.E2E_API_URL}/graphql`, { method: 'POST', headers, body });
    return { status: response.status, json: await response.json() };
  };
  expect(await send()).toEqual({
    status: 200,
    json: { data: { viewer: { name, scopes: ['audit:read', 'orders:read'] } }, extensions: expect.anything() },
  });

  await dialog.getByRole('button', { name: 'Revoke Screen in the office' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke the token Screen in the office?' });
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText('There are no valid tokens.')).toBeVisible();
  expect((await send()).status).toBe(401);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await row.getByRole('button', { name: `Switch off ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(row).toContainText('Switched off');
});

test('staff who administer nothing see no service accounts', async ({ page, enter }) => {
  await enter(page, STAFF);
  await page.goto('/people');
  await expect(page.getByRole('link', { name: 'Roles' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Service accounts' })).toHaveCount(0);
});
