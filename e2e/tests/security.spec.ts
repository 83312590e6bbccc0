import { expect, test } from '../fixtures.ts';

/** What every answer of the console says. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

test('every page, file and refusal of the console says what browsers may not do', async ({ staffPage: page }) => {
  const pages = [
    '',
    'orders',
    'dispatch',
    'dispatch/manifest',
    'catalogue',
    'tags',
    'batches',
    'batches/new',
    'people',
    'audit',
  ];
  const more = [
    'webhooks/endpoints',
    'webhooks/events',
    'webhooks/deliveries',
    'login',
    'welcome',
    'nothing-here',
    'icon.svg',
  ];
  for (const path of [...pages, ...more, 'orders/999999999', 'graphql', 'staff/v1/orders', 'exports/orders']) {
    const headers = (await page.request.get(`/${path}`, { maxRedirects: 0 })).headers();
    expect({ path, ...headers }).toMatchObject({ path, ...HEADERS, 'referrer-policy': expect.any(String) });
  }
});

test('pages run their own scripts alone and fit into no frame', async ({ page }) => {
  const response = await page.goto('/login');
  const headers = response?.headers() ?? {};
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic';/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-eval');
  expect(headers).toMatchObject(HEADERS);
  expect(headers).not.toHaveProperty('x-powered-by');
  const again = await page.request.get('/login');
  expect(again.headers()['content-security-policy']).not.toBe(policy);
});

test('another site can neither sign in nor write', async ({ page }) => {
  const response = await page.request.post('/graphql', {
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    data: { query: 'mutation { signIn(emailOrUsername: "staff", password: "staff-demo") { expiresAt } }' },
  });
  expect(response.status()).toBe(403);
  expect(response.headers()).not.toHaveProperty('set-cookie');
});

test('the session is out of reach for scripts', async ({ staffPage: page }) => {
  await page.goto('/orders');
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name.replace('__Host-', '')).sort()).toEqual(['channel_device', 'channel_session']);
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
});
