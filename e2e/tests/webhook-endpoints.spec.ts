import { ADMIN } from '../fixtures.ts';
import { verified } from '../stack/receiver.ts';
import { codeOf, deliveries, dialog, endpointPath, expect, manage, orderOf, register, test } from '../webhooks.ts';
import { testWebhookPages } from './webhook-pages.ts';

testWebhookPages('light', 1280);

test('registers an endpoint, shows field errors, and shows the secret once', async ({
  adminPage: page,
  receiver,
  change,
  received,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/webhooks');
  await expect(page).toHaveURL('/webhooks/endpoints');
  await page.getByRole('button', { name: 'New endpoint' }).click();
  const form = dialog(page, 'New webhook endpoint');
  await form.getByLabel('Address').fill('http://10.0.0.1/hook');
  await form.getByLabel('Concurrent deliveries').fill('51');
  await form.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(form.getByLabel('Address')).toHaveAccessibleDescription(/The address must begin with https/);
  await expect(form.getByLabel('Concurrent deliveries')).toHaveAccessibleDescription(/must be between 1 and 16/);

  await form.getByLabel('Address').fill(receiver.url);
  await form.getByLabel('Concurrent deliveries').fill('5');
  await form.getByLabel('Description').fill('Shop of the partner');
  await form.getByRole('button', { name: 'Register', exact: true }).click();
  const shown = dialog(page, 'The endpoint is registered');
  const secret = await shown.getByLabel('Signing secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await shown.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await shown.getByRole('button', { name: 'I have saved the secret' }).click();
  await expect(page.getByRole('heading', { name: receiver.url, level: 1 })).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  // The outcome appears live.
  const code = await change();
  await expect(deliveries(page).getByText('Delivered').first()).toBeVisible();
  await expect(page.getByText('Healthy')).toBeVisible();
  const request = await received((one) => codeOf(one) === code);
  expect(verified(secret, request)).toMatchObject({ event: 'order-updated' });
});

test('edits an endpoint, and sends later events to the new address', async ({
  adminPage: page,
  ask,
  endpoint,
  receiver,
  orderId,
  change,
  received,
}) => {
  const { id: former } = await register(page, ask, { url: `${receiver.url}?former` }, 'Only to be changed');
  await page.goto(endpointPath({ id: former }));
  await expect(page.getByRole('button', { name: 'Manage' })).toBeVisible();
  await page.keyboard.press('e');
  const form = dialog(page, 'Edit endpoint');
  await form.getByLabel('Address').fill(`${receiver.url}?moved`);
  await form.getByLabel('Deliveries per second').fill('50');
  await form.getByRole('combobox', { name: 'Receives' }).fill('Sanne');
  await page.getByRole('option', { name: 'Sanne de Wit' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: `${receiver.url}?moved` })).toBeVisible();
  const facts = page.getByRole('region', { name: 'Endpoint', exact: true });
  await expect(facts).toContainText('Orders that Sanne de Wit may see');
  await expect(facts).toContainText('50');
  await page.reload();
  await manage(page, 'Edit…');
  await form.getByRole('combobox', { name: 'Receives' }).click();
  await page.getByRole('option', { name: 'All orders of the organization' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(facts).toContainText('All orders of');

  const code = await change();
  await received((one) => codeOf(one) === code);
  await expect.poll(() => receiver.received.filter((one) => orderOf(one) === orderId).length).toBe(2);
  expect(endpoint.id).not.toBe(former);
});

test('switches an endpoint off and on, and sends the missed events', async ({
  adminPage: page,
  endpoint,
  receiver,
  orderId,
  change,
  received,
}) => {
  await page.goto(`${endpointPath(endpoint)}?order=${orderId}`);
  await manage(page, 'Switch off…');
  await dialog(page, 'Switch the endpoint off?').getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('The endpoint is switched off').first()).toBeVisible();
  await expect(page.getByText('Switched off by staff.')).toBeVisible();

  const code = await change();
  expect(receiver.received.map(orderOf)).not.toContain(orderId);

  await manage(page, 'Switch on');
  await expect(page.getByRole('alert').filter({ hasText: 'The endpoint is switched off' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send failed again…' }).click();
  const ask = dialog(page, 'Send all failed deliveries again');
  await expect(ask.getByRole('combobox', { name: 'To the endpoint' })).toHaveValue(
    'switches an endpoint off and on, and sends the missed events',
  );
  await ask.getByRole('button', { name: /^Send \d+ again$/ }).click();
  await expect(ask).toHaveCount(0);
  expect(verified(endpoint.secret, await received((one) => codeOf(one) === code))).toBeTruthy();
  await expect(deliveries(page).getByText('Sent again').first()).toBeVisible();
  await expect(deliveries(page).getByText('Delivered').first()).toBeVisible();
});

test('deletes an endpoint after a confirmation, and allows registering its address again', async ({
  adminPage: page,
  endpoint,
  receiver,
  orderId,
  change,
  received,
}) => {
  const code = await change();
  await received((one) => codeOf(one) === code);
  await page.goto('/webhooks/endpoints');
  await page.getByRole('button', { name: 'New endpoint' }).click();
  const form = dialog(page, 'New webhook endpoint');
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(form.getByLabel('Address')).toHaveAccessibleDescription(
    /^The address is registered already for the same owner\./,
  );

  await page.goto(endpointPath(endpoint));
  await manage(page, 'Delete…');
  const question = dialog(page, 'Delete the endpoint?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await manage(page, 'Delete…');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The endpoint is deleted')).toBeVisible();
  await expect(page).toHaveURL('/webhooks/endpoints');
  await expect(page.getByRole('link', { name: receiver.url })).toHaveCount(0);

  await page.goto(`/webhooks/deliveries?order=${orderId}`);
  await expect(deliveries(page).getByText('(deleted)').first()).toBeVisible();
  await page.goto('/webhooks/endpoints');
  await page.getByRole('button', { name: 'New endpoint' }).click();
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(dialog(page, 'The endpoint is registered')).toBeVisible();
});

test('rotates the secret, with both signatures during the overlap', async ({
  adminPage: page,
  endpoint,
  change,
  received,
}) => {
  await page.goto(endpointPath(endpoint));
  await manage(page, 'Rotate the secret…');
  const question = dialog(page, 'Rotate the secret?');
  await expect(question).toContainText('For the next 24 hours events carry two signatures');
  await question.getByRole('button', { name: 'Rotate' }).click();
  const shown = dialog(page, 'The new secret');
  const secret = await shown.getByLabel('Signing secret').inputValue();
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'I have saved the secret' }).click();
  await expect(page.getByText('The secret was rotated')).toBeVisible();

  let code = await change();
  let request = await received((one) => codeOf(one) === code);
  for (const each of [secret, endpoint.secret]) expect(verified(each, request)).toBeTruthy();

  await manage(page, 'Rotate the secret…');
  await question.getByRole('checkbox').check();
  await question.getByRole('button', { name: 'Rotate' }).click();
  const last = await shown.getByLabel('Signing secret').inputValue();
  code = await change();
  request = await received((one) => codeOf(one) === code);
  expect(verified(last, request)).toBeTruthy();
  expect(() => verified(secret, request)).toThrow();
});

test('sends a test and shows the response', async ({ adminPage: page, endpoint, receiver, orderId, received }) => {
  await page.goto(endpointPath(endpoint));
  await page.getByRole('button', { name: 'Send a test…' }).click();
  const test = dialog(page, 'Send a test');
  await test.getByLabel('Order').fill('999999999');
  await test.getByRole('button', { name: 'Send' }).click();
  await expect(test.getByLabel('Order')).toHaveAccessibleDescription(/This order does not exist/);

  await test.getByLabel('Order').fill(String(orderId));
  await test.getByRole('button', { name: 'Send' }).click();
  await expect(test.getByRole('status')).toContainText('The receiver accepted it');
  await expect(test.getByRole('status')).toContainText('HTTP 200');
  const request = await received();
  expect(request.headers['x-webhook-test']).toBe('1');
  expect(verified(endpoint.secret, request)).toBeTruthy();

  receiver.answerWith(418);
  await test.getByRole('button', { name: 'Send another' }).click();
  await expect(test.getByRole('status')).toContainText('The receiver did not accept it');
  await expect(test.getByRole('status')).toContainText('HTTP 418');
  await test.getByRole('link', { name: 'Open the delivery' }).click();
  await expect(page.getByRole('heading', { name: /^Delivery \d+$/ })).toBeVisible();
  await expect(page.getByText('A test has one attempt.')).toBeVisible();
});

test('staff can see endpoints and send again, but not manage, which the server rejects as well', async ({
  staffPage: page,
  browser,
  baseURL,
  ask,
  enter,
  receiver,
  pageErrors,
}) => {
  const admin = await browser.newPage({ baseURL: baseURL ?? '' });
  await enter(admin, ADMIN);
  const { id } = await register(admin, ask, receiver, 'Only to be seen');
  await admin.close();

  await page.goto('/webhooks/endpoints');
  await page.getByRole('link', { name: receiver.url }).click();
  await expect(page.getByRole('heading', { name: receiver.url })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send failed again…' })).toBeVisible();
  for (const name of ['Manage', 'Send a test…']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.getByRole('link', { name: 'Endpoints' }).click();
  await expect(page.getByRole('table', { name: 'Webhook endpoints, oldest first' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New endpoint' })).toHaveCount(0);
  for (const act of [
    'createWebhookEndpoint(input: { url: "https://93.184.215.14/" }) { handedOver { secret } }',
    `rotateWebhookSecret(id: ${id}) { handedOver { secret } }`,
    `disableWebhookEndpoint(id: ${id}) { endpoint { id } }`,
  ]) {
    await expect(ask(page, `mutation { ${act} }`)).rejects.toThrow('FORBIDDEN');
  }

  for (const path of ['endpoints/99999999', 'events/0f5e8a1c-9d0b-4c0e-8a53-3f8f3b1f7a10', 'deliveries/x']) {
    await page.goto(`/webhooks/${path}`);
    await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
  }
  // The browser logs the status 404 of those pages.
  expect(pageErrors.splice(0).every((pageError) => pageError.includes('404'))).toBe(true);
});
