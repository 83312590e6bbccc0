import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import Provider from 'oidc-provider';
import { expect, test } from '../fixtures.ts';

/* The provider of the system under test: whoever signs in there has that address, verified. */

const PROVIDER = `http://127.0.0.1:${process.env.E2E_OPENID_PORT}`;

async function startProvider() {
  const provider = new Provider(PROVIDER, {
    clients: [
      {
        client_id: 'console',
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${process.env.E2E_CONSOLE_URL}/login/openid/callback`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a key of tests'] },
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true }),
    }),
  });
  const server = createServer(provider.callback()).listen(Number(process.env.E2E_OPENID_PORT), '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}

/** The provider's pages load a font of another host. */
const withoutFonts = (page: Page) =>
  page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' }));

async function signInThere(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${PROVIDER}/interaction/`));
  await page.getByPlaceholder('Enter any login').fill(email);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

// One port, and so one provider at a time.
test.describe.configure({ mode: 'serial' });

test('signs in by the provider, until an administrator removes the link', async ({
  page,
  browser,
  baseURL,
  enter,
  hire,
  expectAccessible,
}) => {
  const stop = await startProvider();
  try {
    const somebody = await hire('Back office');
    await withoutFonts(page);
    await page.goto('/orders?status=Cancelled');
    await expect(page).toHaveURL('/login?next=%2Forders%3Fstatus%3DCancelled');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
    await signInThere(page, somebody.email);
    await expect(page).toHaveURL('/orders?status=Cancelled');
    await expect(page.getByRole('button', { name: `Account of Test ${somebody.name}` })).toBeVisible();

    const office = await browser.newPage({ baseURL });
    await enter(office, { name: 'admin', password: 'admin-demo' });
    await office.goto(`/people/${somebody.id}`);
    await expect(office.getByText('linked since')).toBeVisible();
    await office.getByRole('button', { name: 'Remove sign-in link' }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Remove the link' }).click();
    await expect(office.getByText(`The link of Test ${somebody.name} is removed`)).toBeVisible();
    await expect(office.getByText('linked since')).toHaveCount(0);
    await office.close();
    await page.goto('/orders');
    await expect(page).toHaveURL('/login?next=%2Forders');
  } finally {
    await stop();
  }
});

test.describe('in Dutch', () => {
  test.use({ locale: 'nl-NL' });

  test('says what failed', async ({ page }) => {
    const stop = await startProvider();
    await withoutFonts(page);
    await page.goto('/login?next=/orders');
    const link = page.getByRole('link', { name: 'Inloggen met Example ID' });
    const message = page.getByRole('main').getByRole('alert');
    try {
      await link.click();
      await page.getByRole('link', { name: '[ Cancel ]' }).click();
      await expect(page).toHaveURL('/login?next=%2Forders&problem=cancelled');
      await expect(message).toHaveText('Je hebt het inloggen met Example ID geannuleerd.');
      await link.click();
      await signInThere(page, 'nobody@tests.example');
      await expect(page).toHaveURL('/login?next=%2Forders&problem=refused');
      await expect(message).toContainText('Er is geen account van deze console voor je.');
    } finally {
      await stop();
    }
  });
});
