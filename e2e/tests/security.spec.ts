import { expect, test } from '../fixtures.ts';
import { startConsole } from '../stack/console.ts';
import { sendRaw } from '../stack/send-raw.ts';

/** The security headers of every response of the console. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

test('every page, file and error response of the console has the security headers', async ({ staffPage: page }) => {
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
    'login/openid',
    'login/openid/callback',
    'welcome',
    'nothing-here',
    'icon.svg',
  ];
  for (const path of [...pages, ...more, 'orders/999999999', 'graphql', 'staff/v1/orders', 'exports/orders']) {
    const headers = (await page.request.get(`/${path}`, { maxRedirects: 0 })).headers();
    expect({ path, ...headers }).toMatchObject({ path, ...HEADERS });
  }
});

const close = 'Connection: close\r\n\r\n';
for (const [what, bytes, status] of [
  ['bytes that are not HTTP', 'nonsense\r\n\r\n', 400],
  ['a request without a host', `GET / HTTP/1.1\r\n${close}`, 400],
  ['an expectation', `GET /icon.svg HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n${close}`, 417],
  ['oversized headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'oversized chunk extensions',
    `POST /graphql HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n`,
    413,
  ],
] as const) {
  test(`the rejection of ${what} has the security headers`, async () => {
    const answer = await sendRaw(`${process.env.E2E_CONSOLE_URL}`, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const [name, value] of Object.entries(HEADERS)) {
      expect(answer.toLowerCase()).toContain(`\r\n${name}: ${value.toLowerCase()}\r\n`);
    }
    expect(answer.toLowerCase()).not.toContain('strict-transport-security');
  });
}

test('a console served over HTTPS sends Strict-Transport-Security', async ({ request }) => {
  const console = await startConsole(`${process.env.E2E_API_URL}`, undefined, {
    CONSOLE_URL: 'https://console.example',
  });
  try {
    for (const path of ['/login', '/icon.svg', '/nothing-here']) {
      const { headers } = await request
        .get(`${console.url}${path}`)
        .then((response) => ({ headers: response.headers() }));
      expect(headers).toMatchObject({ ...HEADERS, 'strict-transport-security': 'max-age=31536000' });
    }
    expect(await sendRaw(console.url, 'nonsense\r\n\r\n')).toContain('Strict-Transport-Security: max-age=31536000');
  } finally {
    await console.stop();
  }
});

test('pages run only their own scripts and cannot be framed', async ({ page }) => {
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

test('prefetches and redirects have a content security policy', async ({ request }) => {
  for (const headers of [{ purpose: 'prefetch' }, { rsc: '1', 'next-router-prefetch': '1' }, {}])
    for (const path of ['/login', '/orders', '/people', '/welcome', '/exports/nothing', '/icon.svg/nothing']) {
      const answer = await request.get(path, { headers: headers as Record<string, string>, maxRedirects: 0 });
      const policy = answer.headers()['content-security-policy'] ?? '';
      expect({ path, headers, policy }).toEqual({
        path,
        headers,
        policy: expect.stringContaining("script-src 'self' 'nonce-"),
      });
    }
});

test('cross-site requests can neither sign in nor write', async ({ page }) => {
  const response = await page.request.post('/graphql', {
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    data: { query: 'mutation { signIn(emailOrUsername: "staff", password: "staff-demo") { session { expiresAt } } }' },
  });
  expect(response.status()).toBe(403);
  expect(response.headers()).not.toHaveProperty('set-cookie');
});

test('scripts cannot read the session cookie', async ({ staffPage: page }) => {
  await page.goto('/orders');
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name.replace('__Host-', '')).sort()).toEqual(['channel_device', 'channel_session']);
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
});
