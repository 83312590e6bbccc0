import { createFactories } from '@channel/prisma/testing';
import type { JobHelpers } from 'graphile-worker';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recurringTasks } from '../jobs/recurring.ts';
import { startServer, type TestServer } from '../testing/index.ts';
import { measureJobs } from './measure-jobs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { METRICS_PORT: '9464', DEMO_MAILBOX: '1', OPERATOR_MAIL: 'ops@example.com' } });
  measureJobs(server.services, pino({ level: 'error' }));
});
afterAll(() => server.close());

/** The value of a gauge in a scrape; NaN where it is missing. */
const gauge = async (name: string) => {
  const text = await server.services.metrics?.registry.metrics();
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text ?? '')?.[1]);
};

/** Runs the job as the worker does. @returns the lines that it logged as errors */
async function check(): Promise<object[]> {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  // The job does not use the queue.
  await recurringTasks(server.services, log)['check-places']?.({}, {} as JobHelpers);
  return lines.map((line) => JSON.parse(line));
}

describe('the check of places', () => {
  it('is a metric for the operator, and an error in the log and one mail in a day when places are unbalanced', async () => {
    expect(await gauge('channel_departures_unbalanced')).toBeNaN();
    const { departure } = await createFactories(server.db).offer([]);
    expect(await check()).toEqual([]);
    expect(await server.db.mail.count()).toBe(0);
    expect([await gauge('channel_departures_checked'), await gauge('channel_departures_unbalanced')]).toEqual([1, 0]);
    expect(await gauge('channel_places_check_timestamp_seconds')).toBe(server.services.clock().getTime() / 1_000);
    await server.db.$executeRaw`ALTER TABLE availability DISABLE TRIGGER USER`;
    await server.db.availability.update({ where: { id: departure.id }, data: { booked: 3 } });
    expect(await check()).toMatchObject([
      { level: 50, unbalanced: 1, named: [{ availabilityId: departure.id, booked: 3, held: 0 }] },
    ]);
    expect(await gauge('channel_departures_unbalanced')).toBe(1);
    await check();
    expect(await server.db.mail.findMany()).toMatchObject([
      { purpose: 'placesUnbalanced', recipient: 'ops@example.com', userId: null },
    ]);
    expect(await gauge('channel_mails{state="waiting"}')).toBe(1);
    expect(await gauge('channel_mails{state="failed"}')).toBe(0);
    const createdAt = new Date(server.services.clock().getTime() - 120_000);
    await server.db.mail.updateMany({ data: { createdAt } });
    expect(await gauge('channel_mail_oldest_waiting_age_seconds')).toBe(120);
    await server.db.mail.updateMany({ data: { state: 'failed', failure: 'refused', content: null } });
    expect(await gauge('channel_mails{state="failed"}')).toBe(1);
    expect(await gauge('channel_mail_oldest_waiting_age_seconds')).toBe(0);
    await server.db.mail.updateMany({ data: { failure: 'ended' } });
    expect(await gauge('channel_mails{state="failed"}')).toBe(0);
  });
});
