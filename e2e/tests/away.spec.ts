import { expect, STAFF, signIn, test } from '../fixtures.ts';
import { startConsole } from '../stack/console.ts';
import { freePort } from '../stack/program.ts';
import { relay } from '../stack/relay.ts';

test('reports an unreachable API, and recovers automatically', async ({ page, pageErrors, context }) => {
  const port = await freePort();
  const lonely = await startConsole(`http://127.0.0.1:${port}`);
  try {
    await page.goto(`${lonely.url}/login`);
    await signIn(page, STAFF);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('The server can’t be reached');

    await context.addCookies([{ name: 'any', value: 'thing', url: lonely.url }]);
    await page.goto(`${lonely.url}/orders`);
    await expect(page.getByRole('heading', { name: 'The server can’t be reached' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();

    const back = await relay(port, `${process.env.E2E_API_URL}`);
    try {
      // No user is signed in here, so the recovered page asks for the sign-in.
      await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible({ timeout: 10_000 });
      // The page requests its data every few seconds.
      await page.goto('about:blank');
    } finally {
      await back.stop();
    }
    expect(pageErrors.splice(0).every((pageError) => pageError.includes('502'))).toBe(true);
  } finally {
    await lonely.stop();
  }
});
