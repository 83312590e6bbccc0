import { expect, STAFF, signIn, test } from '../fixtures.ts';
import { startConsole } from '../stack/console.ts';
import { logIn } from '../stack/partner.ts';
import { freePort } from '../stack/program.ts';
import { relay } from '../stack/relay.ts';
import { consoleDocument } from '../stack/session.ts';

/* The console's server proxies requests of the browser to the API, whose address it reads at run time. */

test('reads the address of the API at run time, and streams events', async ({ page, pageErrors }) => {
  // The same build as the console of the run, started with another address.
  const port = await freePort();
  const elsewhere = await relay(port, `${process.env.E2E_API_URL}`);
  const console = await startConsole(`http://127.0.0.1:${port}`);
  try {
    await page.goto(`${console.url}/login`);
    await signIn(page, STAFF);
    await expect(page.getByRole('table')).toBeVisible();
    const partner = await logIn(STAFF);
    const [order] = (await partner.get<{ data: { id: number }[] }>('orders?filter[status]=Booked')).data;
    await page.exposeFunction('change', (code: string) =>
      partner.change('PATCH', `orders/${order?.id}`, { reference_code: code }).then(() => undefined),
    );
    const notified = await page.evaluate(async (news) => {
      const stream = await fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify(news),
      });
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      const seen: number[] = [];
      const until = async (count: number) => {
        while ((text.match(/"orderId"/g) ?? []).length < count) text += (await reader?.read())?.value ?? '';
        seen.push(performance.now());
      };
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      // Each event arrives before the next change is made, not when the stream ends.
      for (const count of [1, 2, 3]) {
        await (window as unknown as { change(code: string): Promise<void> }).change(`SSE-${count}`);
        await until(count);
      }
      return { type: stream.headers.get('content-type'), count: seen.length };
    }, consoleDocument('OrderNews'));
    expect(notified).toEqual({ type: expect.stringContaining('text/event-stream'), count: 3 });
    await page.goto('about:blank');
    // Images of the demo data have the original address of the API.
    expect(pageErrors.splice(0).filter((pageError) => !/image|ERR_CONNECTION_REFUSED/.test(pageError))).toEqual([]);
  } finally {
    await console.stop();
    await elsewhere.stop();
  }
});

test('sends operations by their ids', async ({ staffPage: page }) => {
  const sent: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/graphql') sent.push(request.postDataJSON() ?? Object.fromEntries(searchParams));
  });
  await page.goto('/orders');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('a');
  await expect(page.getByRole('main').getByRole('status')).toContainText('match');
  expect(sent.length).toBeGreaterThan(1);
  for (const body of sent) {
    expect(body).toMatchObject({ documentId: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
    expect(body).not.toHaveProperty('query');
  }
});
