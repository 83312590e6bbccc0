import { createFactories } from '@channel/prisma/testing';
import type { JobHelpers } from 'graphile-worker';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recurringTasks } from '../jobs/recurring.ts';
import { startServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { METRICS: '1' } });
});
afterAll(() => server.close());

const metrics = async (url = server.url) => {
  const answer = await fetch(`${url}/metrics`);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
const gauge = async (name: string) => {
  const { text } = await metrics();
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
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
  it('is a metric for the operator, and an error in the log when places are unbalanced', async () => {
    expect(await metrics()).toEqual({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', text: '' });
    const { departure } = await createFactories(server.db).offer([]);
    expect(await check()).toEqual([]);
    expect([await gauge('channel_departures_checked'), await gauge('channel_departures_unbalanced')]).toEqual([1, 0]);
    expect(await gauge('channel_places_check_timestamp_seconds')).toBe(server.services.clock().getTime() / 1_000);
    await server.db.$executeRaw`ALTER TABLE availability DISABLE TRIGGER USER`;
    await server.db.availability.update({ where: { id: departure.id }, data: { booked: 3 } });
    expect(await check()).toMatchObject([
      { level: 50, unbalanced: 1, named: [{ availabilityId: departure.id, booked: 3, held: 0 }] },
    ]);
    expect(await gauge('channel_departures_unbalanced')).toBe(1);
    expect((await metrics()).text).toMatch(
      /^# HELP channel_departures_unbalanced .+\n# TYPE channel_departures_unbalanced gauge\n/,
    );
  });

  it('is served only if the operator enables it', async () => {
    const quiet = await startServer();
    expect((await metrics(quiet.url)).status).toBe(404);
    await quiet.close();
  });
});
