import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from './listen.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { startProxy } from './testing/proxy.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function until(met: () => boolean): Promise<void> {
  for (let tries = 0; !met(); tries += 1) {
    if (tries > 500) throw new Error('timeout: the condition was not met');
    await sleep(10);
  }
}

const notify = (text: string) => database.db.$executeRaw`SELECT pg_notify('news', ${text})`;

describe('listen', () => {
  it('receives committed notifications in order, and none that are rolled back', async () => {
    const heard: string[] = [];
    const { connectionString } = database;
    const listener = await listen({ connectionString, channels: ['news'], onNotice: (_, text) => heard.push(text) });
    await notify('one');
    const refused = database.db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_notify('news', 'never')`;
      throw new Error('on purpose');
    });
    await expect(refused).rejects.toThrow('on purpose');
    await notify('two');
    await until(() => heard.length === 2);
    expect(heard).toEqual(['one', 'two']);
    await listener.close();
    expect(listener.ready()).toBe(false);
  });

  it('reports that the connection was lost, and receives notifications again after it is back', async () => {
    const heard: string[] = [];
    let lost = 0;
    const listener = await listen({
      connectionString: database.connectionString,
      channels: ['news'],
      applicationName: 'listener-to-lose',
      onNotice: (_, text) => heard.push(text),
      onLost: () => {
        lost += 1;
      },
    });
    await database.db.$queryRaw`
      SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE application_name = 'listener-to-lose' AND datname = current_database()`;
    await until(() => lost === 1);
    expect(listener.ready()).toBe(false);
    await until(() => listener.ready());
    await notify('after');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['after']);
    await listener.close();
  });

  it('notices a connection that a network dropped without closing it', async () => {
    const proxy = await startProxy(database.connectionString);
    let lost = 0;
    const listener = await listen({
      connectionString: proxy.connectionString,
      channels: ['news'],
      checkMs: 50,
      onNotice: () => {},
      onLost: () => {
        lost += 1;
      },
    });
    proxy.freeze();
    await until(() => lost === 1);
    proxy.open();
    await until(() => listener.ready());
    await listener.close();
    await proxy.close();
  });
});
