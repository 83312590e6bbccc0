import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { expect, test } from '../fixtures.ts';
import { openJobs, pathOf, phone } from './crew-page.ts';

/** The mail server of the system under test: it refuses the first mail, and keeps what it takes. */
async function startMailServer() {
  const received: { to: string[]; raw: string }[] = [];
  let refusals = 1;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, callback) =>
      callback(refusals-- > 0 ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
    onData: (stream, { envelope }, callback) =>
      void text(stream).then((raw) => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), raw: raw.replace(/=\r\n/g, '') });
        callback();
      }),
  });
  server.listen(Number(process.env.E2E_SMTP_PORT), '127.0.0.1');
  await once(server.server, 'listening');
  return { received, stop: () => new Promise<void>((done) => server.close(done)) };
}

test('staff mail a personal link, see whether it went, and the driver opens it', async ({
  staffPage,
  hire,
  browser,
  expectAccessible,
}) => {
  const server = await startMailServer();
  const driver = await hire('Driver');
  await staffPage.goto(`/people/${driver.id}`);
  const send = async () => {
    await staffPage.getByRole('button', { name: 'Send a link by e-mail' }).click();
    const dialog = staffPage.getByRole('dialog', { name: `Send a link to Test ${driver.name}?` });
    await expect(dialog).toContainText(`A new personal link goes to ${driver.email}.`);
    await dialog.getByRole('button', { name: 'Send' }).click();
  };
  await send();
  await expect(
    staffPage.getByText(`The mail to ${driver.email} failed: The mail server refused the address.`),
  ).toBeVisible();
  await expectAccessible(staffPage);
  await send();
  await expect(staffPage.getByText(`Sent to ${driver.email} on`)).toBeVisible();
  await expect(staffPage.getByText('A link that was not used yet works until')).toBeVisible();
  const [mail] = server.received;
  expect(mail?.to).toEqual([driver.email]);
  const [link = ''] = /https?:\S+\/crew#[\w-]{43}/.exec(mail?.raw ?? '') ?? [];

  const page = await phone(browser);
  // Whoever checks the links of mails reads the page and does not use it up.
  expect((await page.request.get(link)).status()).toBe(200);
  await page.goto(pathOf(link));
  await openJobs(page);
  await expect(page.getByRole('heading', { name: 'My jobs' })).toBeVisible();
  const late = await phone(browser);
  await late.goto(pathOf(link));
  await openJobs(late);
  await expect(late.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
  await page.context().close();
  await late.context().close();
  await server.stop();
});
