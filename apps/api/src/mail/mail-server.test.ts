import { once } from 'node:events';
import { createServer } from 'node:net';
import { loadSettings } from '@channel/settings';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openMailServer } from './mail-server.ts';
import { startMailServer } from './testing/receiver.ts';

const MAIL = { id: 1, to: 'ann@example.com', subject: 'Subject', text: 'Text', date: new Date('2026-06-01T10:00:00Z') };

function opened(url: string) {
  const { smtp, mailFrom } = loadSettings({ SMTP_URL: url, MAIL_FROM: 'desk@example.com' });
  if (!smtp || !mailFrom) throw new Error('no mail server');
  return openMailServer(smtp, mailFrom, pino({ level: 'silent' }));
}

it('sends nothing to a server whose certificate it cannot verify', async () => {
  const server = await startMailServer({ isSecure: true });
  expect(await opened(server.url)(MAIL)).toEqual({ failure: 'unreachable', isFinal: false });
  expect(server.seen).toEqual([]);
  await server.stop();
});

it('demands TLS where the address is not one of this machine, before it logs in', async () => {
  const server = await startMailServer();
  expect(await opened(server.url.replace('127.0.0.1', '0.0.0.0'))(MAIL)).toMatchObject({ failure: 'refused' });
  expect(server.seen).toEqual([]);
  expect(await opened(server.url)(MAIL)).toBeNull();
  expect(server.received).toMatchObject([{ to: [MAIL.to], text: 'Text\n' }]);
  await server.stop();
});

it('gives a server that is silent a few seconds', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const start = performance.now();
  expect(await opened(`smtp://127.0.0.1:${port}`)(MAIL)).toEqual({ failure: 'unreachable', isFinal: false });
  expect(performance.now() - start).toBeLessThan(9_000);
  silent.close();
  expect(await opened(`smtp://127.0.0.1:${port}`)(MAIL)).toEqual({ failure: 'unreachable', isFinal: false });
});
