import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { testDatabase } from './database.ts';

describe('testDatabase', () => {
  it('gives each caller a migrated database of its own', async () => {
    const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
    await one.db.language.create({ data: { code: 'nl', name: 'Nederlands' } });
    expect(await one.db.language.count()).toBe(1);
    expect(await two.db.language.count()).toBe(0);
    await one.drop();
    await two.drop();
    await expect(two.db.language.count()).rejects.toThrow();
  });

  it('refuses to be dropped in silence while somebody is still connected', async () => {
    const database = await testDatabase();
    const forgotten = new pg.Client({ connectionString: database.connectionString, application_name: 'forgotten' });
    forgotten.on('error', () => {});
    await forgotten.connect();
    await expect(database.drop()).rejects.toThrow(/left open: forgotten/);
  });
});
