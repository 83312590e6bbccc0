import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../testing/index.ts';
import { measureJobs } from './measure-jobs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { METRICS_PORT: '9464' } });
  measureJobs(server.services, pino({ level: 'error' }));
});
afterAll(() => server.close());

/** The lines of a scrape about the backup. */
async function scraped(): Promise<string[]> {
  const text = (await server.services.metrics?.registry.metrics()) ?? '';
  return text.split('\n').filter((line) => line.startsWith('channel_backup_'));
}

it('the last success and the last result of each kind are metrics, once there are any', async () => {
  expect(await scraped()).toEqual([]);
  const at = new Date('2026-11-28T09:00:00Z');
  await server.db.backupReport.createMany({
    data: [
      { kind: 'base', at, succeeded: true, text: '', lastSuccessAt: at },
      { kind: 'drill', at, succeeded: false, text: 'damaged' },
      { kind: 'check', at, succeeded: true, text: '', lastSuccessAt: at },
    ],
  });
  expect((await scraped()).sort()).toEqual([
    'channel_backup_failed{kind="base"} 0',
    'channel_backup_failed{kind="check"} 0',
    'channel_backup_failed{kind="drill"} 1',
    `channel_backup_success_timestamp_seconds{kind="base"} ${at.getTime() / 1_000}`,
    `channel_backup_success_timestamp_seconds{kind="check"} ${at.getTime() / 1_000}`,
  ]);
});
