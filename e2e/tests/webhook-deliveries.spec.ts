import { execFileSync } from 'node:child_process';
import { executes, hold } from '../hold.ts';
import { verified } from '../stack/receiver.ts';
import { codeOf, deliveries, dialog, endpointPath, expect, openNewest, orderOf, test } from '../webhooks.ts';

test('shows why an endpoint fails, every attempt, and the time of the next one', async ({
  adminPage: page,
  endpoint,
  orderId,
  receiver,
  change,
  received,
}) => {
  receiver.answerWith(503, { 'retry-after': '3600' });
  const code = await change();
  await received((one) => codeOf(one) === code);
  await page.goto(endpointPath(endpoint));
  await expect(page.getByText('All deliveries to this endpoint fail')).toBeVisible();
  await expect(page.getByText('The last failure: HTTP 503')).toBeVisible();
  const health = page.getByRole('region', { name: 'Health over time' });
  await expect(health).toContainText(/0 % of \d+ attempts? accepted/);
  await health.getByText('7 days').click();
  await expect(health).toContainText(/0 % of \d+ attempts? accepted/);

  await page.getByRole('link', { name: /^delivery \d+$/ }).click();
  const heading = page.getByRole('heading', { name: /^Delivery \d+$/ });
  await expect(heading).toBeVisible();
  // The endpoint also fails for the events of tests that run at the same time, and one of those erases bodies.
  await page.goto(endpointPath(endpoint));
  await openNewest(page, orderId);
  await expect(heading).toBeVisible();
  await expect(page.getByText('Will try again')).toBeVisible();
  await expect(page.getByText(/^1 of 2 attempts/)).toContainText('Next:');
  const request = page.getByRole('region', { name: 'Request of attempt 1', exact: true });
  await expect(request.getByRole('row', { name: /^webhook-signature v1,/ })).toBeVisible();
  await expect(request).toContainText('order-updated');
  const answer = page.getByRole('region', { name: 'Response of attempt 1', exact: true });
  await expect(answer).toContainText('Status 503');
  await expect(answer.getByRole('row', { name: 'retry-after 3600' })).toBeVisible();
  await expect(answer).toContainText('The receiver answers 503.');
  // A pending delivery can't be sent again.
  await expect(page.getByRole('button', { name: 'Send again…' })).toBeDisabled();
});

test('shows the title of a delivery on one line above the actions on a phone', async ({
  adminPage: page,
  endpoint,
  orderId,
  change,
  received,
}) => {
  const code = await change();
  await received((one) => codeOf(one) === code);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(endpointPath(endpoint));
  await openNewest(page, orderId);
  const heading = page.getByRole('heading', { name: /^Delivery/, level: 1 });
  const button = page.getByRole('button', { name: 'Copy as curl' });
  await expect(heading).toBeVisible();
  await expect(button).toBeVisible();
  const [title, act] = [await heading.boundingBox(), await button.boundingBox()];
  expect(title?.height).toBeLessThan(50);
  expect(act?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0));
});

test('sends one again, after a warning that the order has changed since', async ({
  adminPage: page,
  endpoint,
  receiver,
  change,
  received,
  readOrder,
}) => {
  const old = await change();
  const first = await received((one) => codeOf(one) === old);
  const young = await change();
  await received((one) => codeOf(one) === young);
  await page.goto(`/webhooks/events/${first.headers['webhook-id']}`);
  await expect(page.getByText('The order has changed since', { exact: true })).toBeVisible();
  const changes = page.getByRole('region', { name: 'Changes', exact: true });
  await changes.getByText('With the order now').click();
  const difference = changes.getByRole('row', { name: /^reference_code/ });
  await expect(difference).toContainText(old);
  await expect(difference).toContainText(young);

  await page
    .getByRole('table', { name: /^Deliveries of the event/ })
    .getByRole('row')
    .filter({ hasText: 'sends one again' })
    .getByRole('link')
    .first()
    .click();
  // Nothing is sent before the warning is there; it would also move the button under the pointer.
  await page.waitForURL(/\/deliveries\/\d+$/);
  await page.reload();
  const release = await hold(page, executes('WebhookEventChanges'));
  await page.getByRole('button', { name: 'Send again…' }).click();
  const question = dialog(page, /^Send delivery \d+ again\?/);
  await expect(question.getByRole('button', { name: 'Send again' })).toBeDisabled();
  release();
  await expect(question).toContainText('The event is outdated: the order has changed since');
  await expect(question).toContainText('reference_code');
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The receiver accepted it' })).toBeVisible();

  const same = receiver.received.filter(({ headers }) => headers['webhook-id'] === first.headers['webhook-id']);
  expect(same.map(({ body }) => body)).toEqual([first.body, first.body]);
  for (const request of same) expect(verified(endpoint.secret, request)).toBeTruthy();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Record' })).toContainText('Sent again');
  expect(await readOrder()).toMatchObject({ reference_code: young });
});

test('sends selected deliveries again after showing their number', async ({
  adminPage: page,
  endpoint,
  receiver,
  orderId,
  change,
}) => {
  receiver.answerWith(500);
  const codes = [await change(), await change()];
  /** The received events of the order; other tests change other orders concurrently. */
  const arrived = () => receiver.received.filter((one) => orderOf(one) === orderId).map(codeOf);
  await page.goto(`${endpointPath(endpoint)}?order=${orderId}&status=failed`);
  const failed = deliveries(page).getByRole('row', { name: /Failed/ });
  await expect(failed).toHaveCount(2, { timeout: 15_000 });
  receiver.answerWith(200);
  receiver.received.splice(0);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('toolbar', { name: 'Selected deliveries' }).getByRole('button', { name: 'Send again…' }).click();
  const question = dialog(page, 'Send the selected deliveries again');
  await expect(question).toContainText('2 deliveries never succeeded');
  await expect(question).toContainText('1 of them may be outdated');
  await question.getByRole('button', { name: 'Send 2 again' }).click();
  await expect(question).toHaveCount(0);
  await expect.poll(arrived).toEqual(codes);
  for (const request of receiver.received) expect(verified(endpoint.secret, request)).toBeTruthy();

  // No failed deliveries are left.
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('toolbar', { name: 'Selected deliveries' }).getByRole('button', { name: 'Send again…' }).click();
  await expect(question).toContainText('All of these deliveries have succeeded');
  await expect(question.getByRole('button', { name: 'Send again' })).toBeDisabled();

  // Successful deliveries can be sent again to a receiver that lost its data.
  await question.getByRole('checkbox', { name: 'Include successful deliveries' }).check();
  await question.getByRole('button', { name: 'Send 2 again' }).click();
  await expect(question).toHaveCount(0);
  await expect.poll(arrived).toEqual([...codes, ...codes]);
});

test('resends the failed deliveries of an order since a time', async ({
  adminPage: page,
  endpoint,
  receiver,
  orderId,
  change,
  received,
}) => {
  receiver.answerWith(500);
  const code = await change();
  await page.goto(`${endpointPath(endpoint)}?order=${orderId}`);
  await expect(deliveries(page).getByText('Failed')).toBeVisible({ timeout: 15_000 });
  receiver.answerWith(200);
  receiver.received.splice(0);
  await page.goto(`/webhooks/deliveries?order=${orderId}`);
  await page.getByRole('button', { name: 'Send failed again…' }).click();
  const question = dialog(page, 'Send all failed deliveries again');
  await question.getByRole('combobox', { name: 'To the endpoint' }).click();
  await page.getByRole('option', { name: 'resends the failed deliveries of an order since a time' }).click();
  await expect(question).toContainText('1 delivery never succeeded');
  await question.getByLabel('Events since').fill('2099-01-01T00:00');
  await expect(question).toContainText('None of these deliveries is failed');
  await question.getByLabel('Events since').fill('2020-01-01T00:00');
  await question.getByRole('button', { name: 'Send 1 again' }).click();
  expect(verified(endpoint.secret, await received((one) => codeOf(one) === code))).toBeTruthy();
});

test('provides a curl command with a valid signature', async ({
  adminPage: page,
  orderId,
  context,
  endpoint,
  receiver,
  change,
  received,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = await change();
  const first = await received((one) => codeOf(one) === code);
  await page.goto(endpointPath(endpoint));
  await openNewest(page, orderId);
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await dialog(page, 'Send manually with curl').getByRole('button', { name: 'Copy the command' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  // A shell function prints the arguments, because curl is not installed on every machine.
  const [, method, url = '', ...words] = execFileSync(
    '/bin/sh',
    ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`],
    { encoding: 'utf8' },
  ).split('\0');
  const body = words[words.indexOf('--data-binary') + 1] ?? '';
  const headers = Object.fromEntries(
    words.flatMap((word, place) => (words[place - 1] === '-H' ? [word.split(/: (.*)/s).slice(0, 2)] : [])),
  );
  expect([method, url, body]).toEqual(['POST', receiver.url, first.body]);
  expect(verified(endpoint.secret, { headers, body })).toBeTruthy();
  expect(headers['webhook-id']).toBe(first.headers['webhook-id']);
});

test('erases a body permanently, and prevents sending it again', async ({
  adminPage: page,
  ask,
  orderId,
  endpoint,
  change,
  received,
  readOrder,
}) => {
  const code = await change();
  const request = await received((one) => codeOf(one) === code);
  const id = request.headers['webhook-id'];
  await page.goto(`/webhooks/events/${id}`);
  await expect(page.getByRole('region', { name: 'Body of the event' })).toContainText(code);
  await page.getByRole('button', { name: 'Erase the body…' }).click();
  const question = dialog(page, 'Erase permanently?');
  await expect(question.getByRole('radio', { name: 'The body of this event' })).toBeChecked();
  await question.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('The body was erased')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Body of the event' })).toHaveCount(0);
  await page.goto(endpointPath(endpoint));
  await openNewest(page, orderId);
  await expect(page.getByText('it can’t be sent again')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again…' })).toHaveCount(0);
  expect(await page.content()).not.toContain(code);
  const { event } = await ask<{ event: { payload: string | null } }>(
    page,
    `{ event: webhookEvent(id: "${id}") { payload } }`,
  );
  expect(event.payload).toBeNull();
  expect(await readOrder()).toMatchObject({ reference_code: code });
});

test('keeps the filters of events in the URL', async ({ adminPage: page, orderId, endpoint, change, received }) => {
  const code = await change();
  await received((one) => codeOf(one) === code);
  await page.goto('/webhooks/events');
  const events = page.getByRole('table', { name: 'Events, newest first' });
  await expect(events).toBeVisible();
  await page.getByLabel('Order number').fill(String(orderId));
  await expect(page).toHaveURL(`/webhooks/events?order=${orderId}`);
  await page.getByRole('group', { name: 'Status' }).getByText('Delivered').click();
  await page.getByRole('button', { name: 'Any time' }).click();
  await page.getByRole('button', { name: 'Last hour' }).click();
  await page.getByRole('combobox', { name: 'Endpoint' }).click();
  await page.getByRole('option', { name: 'keeps the filters of events in the URL' }).click();
  await expect(page).toHaveURL(new RegExp(`order=${orderId}&status=succeeded&from=[^&]+&endpoint=${endpoint.id}$`));
  await page.getByRole('combobox', { name: 'Endpoint' }).blur();
  await page.keyboard.press('/');
  await page.keyboard.type(code);
  await expect(page).toHaveURL(/q=hook-/);
  await page.reload();
  await expect(events.getByRole('row')).toHaveCount(2);
  await events.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Body of the event' })).toContainText(code);
  await page.goBack();
  await page.getByRole('searchbox', { name: 'Search events' }).fill('no-such-thing-anywhere');
  await expect(page.getByRole('heading', { name: 'No events match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).last().click();
  await expect(page).toHaveURL('/webhooks/events');
  await expect(events).toBeVisible();
});
