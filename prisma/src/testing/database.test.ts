import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createPrisma } from '../client.ts';
import { testDatabase } from './database.ts';

describe('testDatabase', () => {
  it('gives each caller a separate migrated database', async () => {
    const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
    await one.db.language.create({ data: { code: 'nl', name: 'Nederlands' } });
    expect(await one.db.language.count()).toBe(1);
    expect(await two.db.language.count()).toBe(0);
    await one.drop();
    await two.drop();
    await expect(two.db.language.count()).rejects.toThrow();
  });

  it('returns copies of a world that is filled once', async () => {
    let fills = 0;
    const key = `languages ${process.pid}`;
    const fill = async (connectionString: string) => {
      fills += 1;
      const db = createPrisma({ connectionString });
      await db.language.create({ data: { code: 'pt', name: 'português' } });
      await db.$disconnect();
    };
    const databases = await Promise.all([1, 2, 3].map(() => testDatabase({ world: { key, fill } })));
    expect(fills).toBe(1);
    for (const { db, drop } of databases) {
      expect(await db.language.findMany()).toEqual([{ code: 'pt', name: 'português' }]);
      await drop();
    }
  });

  it('fills a world again after a failed attempt', async () => {
    const key = `failing ${process.pid}`;
    const failing = { key, fill: () => Promise.reject(new Error('no luck')) };
    await expect(testDatabase({ world: failing })).rejects.toThrow('no luck');
    const { db, drop } = await testDatabase({ world: { key, fill: async () => {} } });
    expect(await db.language.count()).toBe(0);
    await drop();
  });

  it('throws on drop while a connection is open', async () => {
    const database = await testDatabase();
    const forgotten = new pg.Client({ connectionString: database.connectionString, application_name: 'forgotten' });
    forgotten.on('error', () => {});
    await forgotten.connect();
    await expect(database.drop()).rejects.toThrow(/left open: forgotten/);
  });
});
