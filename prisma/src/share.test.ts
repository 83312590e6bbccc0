import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrisma, type PrismaClient, type PrismaOptions, queryRows } from './client.ts';
import { onShare } from './share.ts';
import { type TestDatabase, testDatabase } from './testing/index.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Runs work while `taken` connections of the share `left` are in use by transactions. */
async function beside<Result>(
  options: Partial<PrismaOptions>,
  taken: number,
  work: (db: PrismaClient) => Promise<Result>,
): Promise<Result> {
  const db = createPrisma({ connectionString: database.connectionString, ...options });
  const ends: (() => void)[] = [];
  const held = Array.from({ length: taken }, () =>
    onShare('left', () =>
      inTransaction(db, async (tx) => {
        await tx.language.count();
        await new Promise<void>((end) => ends.push(end));
      }),
    ),
  );
  try {
    await expect.poll(() => ends.length, { timeout: 15_000 }).toBe(taken);
    return await work(db);
  } finally {
    for (const end of ends) end();
    await Promise.all(held);
    await db.$disconnect();
  }
}

const waits = (answer: Promise<unknown>, patience = 300) =>
  Promise.race([answer.then(() => 'answers'), sleep(patience, 'waits', { ref: false })]);
/** A client that is used for the first time may take its time. */
const LONG = 10_000;
const SHARES = { left: 2, right: 1 };

const ways: [string, (db: PrismaClient) => Promise<unknown>][] = [
  ['a statement of Prisma', (db) => db.language.count()],
  ['a finished statement', (db) => queryRows(db, { text: 'select 1', values: [] })],
  ['a transaction', (db) => inTransaction(db, (tx) => tx.language.count())],
];

describe.each(ways)('%s', (_name, run) => {
  it('has the connections of its share, while another share is used up', async () => {
    const answered = await beside({ shares: SHARES }, 2, (db) =>
      waits(
        onShare('right', () => run(db)),
        LONG,
      ),
    );
    expect(answered).toBe('answers');
  });

  it('waits for a connection of its own share, also after others', async () => {
    const answered = await beside({ shares: SHARES }, 2, (db) =>
      onShare('left', async () => {
        await sleep(1);
        return waits(run(db));
      }),
    );
    expect(answered).toBe('waits');
  });

  it('waits for whoever has the connections where there are no shares', async () => {
    const answered = await beside({ poolSize: 2 }, 2, (db) => waits(onShare('right', () => run(db))));
    expect(answered).toBe('waits');
  });

  it('uses the first share on none', async () => {
    expect(await beside({ shares: SHARES }, 2, (db) => waits(run(db)))).toBe('waits');
    expect(await beside({ shares: SHARES }, 1, (db) => waits(run(db), LONG))).toBe('answers');
  });
});
