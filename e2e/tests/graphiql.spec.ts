import { ADMIN, expect, PARTNER, test } from '../fixtures.ts';
import { bearerOf } from '../stack/partner.ts';

/* The page for trying operations, whose scripts only its content security policy allows. */

const API = process.env.E2E_API_URL ?? '';

/** The further samples, with a member of each answer. */
const SAMPLES = [
  ['UnassignedPickups', 'tourGuide'],
  ['OneOrder', 'updatedAt'],
  ['Whoami', 'viewer'],
] as const;

test('staff run the sample operations by a bearer, and see what they cost', async ({ page }) => {
  const token = (await bearerOf(ADMIN)).replace(/^Bearer /, '');
  const hosts = new Set<string>();
  page.on('request', (sent) => {
    const { protocol, host } = new URL(sent.url());
    if (protocol.startsWith('http')) hosts.add(host);
  });
  await page.goto(`${API}/graphql`);
  const cost = page.getByRole('status').first();
  await page.getByLabel('Access token').fill(token);
  await page.getByRole('button', { name: 'Use' }).click();
  // The page reads the schema first.
  await expect(cost).toContainText('Cost 2000 of at most 5000');
  const answered = page.waitForResponse(`${API}/graphql`);
  await page.getByRole('button', { name: /Execute query/ }).click();
  const { errors, extensions } = await (await answered).json();
  expect(errors).toBeUndefined();
  await expect(page.locator('.result-window')).toContainText('totalPrices');
  await expect(cost).toContainText(`Cost ${extensions.cost.requested} of at most 5000`);
  await expect(cost).toContainText('left until');
  for (const [sample, member] of SAMPLES) {
    await page.getByRole('button', { name: sample, exact: true }).click();
    await expect(page.locator('.graphiql-query-editor')).toContainText(sample);
    // The editor reads the name of the operation a moment later, when it also stores the text.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('graphiql:query'))).toContain(sample);
    const next = page.waitForResponse(`${API}/graphql`);
    await page.getByRole('button', { name: /Execute query/ }).click();
    expect((await (await next).json()).errors).toBeUndefined();
    await expect(page.locator('.result-window')).toContainText(member);
  }
  expect([...hosts]).toEqual([new URL(API).host]);
  expect(
    await page.evaluate((text) => JSON.stringify({ ...localStorage, ...sessionStorage }).includes(text), token),
  ).toBe(false);
});

test('others are refused, with the permission that they lack', async ({ page, pageErrors }) => {
  const token = (await bearerOf(PARTNER)).replace(/^Bearer /, '');
  await page.goto(`${API}/graphql`);
  await page.getByLabel('Access token').fill(token);
  await page.getByRole('button', { name: 'Use' }).click();
  await page.getByRole('button', { name: /Execute query/ }).click();
  await expect(page.locator('.result-window')).toContainText('You may not send GraphQL operations');
  // The browser notes each refused request.
  expect(pageErrors.filter((error) => !error.includes('status of 403'))).toEqual([]);
  pageErrors.length = 0;
});

test('is served with a policy under which other scripts do not run', async ({ page, pageErrors }) => {
  await page.goto(`${API}/graphql`);
  await expect(page.getByLabel('Access token')).toBeVisible();
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
  });
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await expect.poll(() => pageErrors.join()).toContain('Content Security Policy');
  pageErrors.length = 0;
});
