import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseBusy, databaseFailureOf } from './busy.ts';
import { cancelledBy } from './cancel.ts';
import { createPrisma, type PrismaClient, type PrismaOptions, queryRows } from './client.ts';
import { onShare } from './share.ts';
import { type TestDatabase, testDatabase } from './testing/index.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Runs work while transactions hold `taken` connections of the share `left`, which it may end. */
async function beside<Result>(
  options: Partial<PrismaOptions>,
  taken: number,
  work: (db: PrismaClient, ends: readonly (() => void)[]) => Promise<Result>,
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
    return await work(db, ends);
  } finally {
    for (const end of ends) end();
    await Promise.all(held);
    await db.$disconnect();
  }
}

const waits = (answer: Promise<unknown>, timeout = 300) =>
  Promise.race([answer.then(() => 'answers'), sleep(timeout, 'waits', { ref: false })]);
/** For the first use of a client, which may be slow. */
const LONG = 10_000;
const SHARES = { left: 2, right: 1 };

const ways: [string, (db: PrismaClient) => Promise<unknown>][] = [
  ['a statement of Prisma', (db) => db.language.count()],
  ['a finished statement', (db) => queryRows(db, { text: 'select 1', values: [] })],
  ['a transaction', (db) => inTransaction(db, (tx) => tx.language.count())],
];

describe.each(ways)('%s', (_name, run) => {
  it('uses the connections of its share while another share is exhausted', async () => {
    const answered = await beside({ shares: SHARES }, 2, (db) =>
      waits(
        onShare('right', () => run(db)),
        LONG,
      ),
    );
    expect(answered).toBe('answers');
  });

  it('waits for a connection of its own share, also after an await', async () => {
    const answered = await beside({ shares: SHARES }, 2, (db) =>
      onShare('left', async () => {
        await sleep(1);
        return waits(run(db));
      }),
    );
    expect(answered).toBe('waits');
  });

  it('waits for any connection when there are no shares', async () => {
    const answered = await beside({ poolSize: 2 }, 2, (db) => waits(onShare('right', () => run(db))));
    expect(answered).toBe('waits');
  });

  it('uses the first share outside of any share', async () => {
    expect(await beside({ shares: SHARES }, 2, (db) => waits(run(db)))).toBe('waits');
    expect(await beside({ shares: SHARES }, 1, (db) => waits(run(db), LONG))).toBe('answers');
  });
});

describe('a wait that began in another queue', () => {
  const BEFORE = 2_000;
  const wait = (before: number) => ({ since: performance.now() - before, wasInVain: false });

  /** The outcomes of calls in the order in which they end, by name. */
  function ends() {
    const all: [name: string, outcome: unknown][] = [];
    const pending: Promise<unknown>[] = [];
    return {
      watch: (name: string, answer: Promise<unknown>) =>
        pending.push(
          answer.then(
            () => all.push([name, 'answered']),
            (error: unknown) => all.push([name, databaseFailureOf(error)]),
          ),
        ),
      all: () => Promise.all(pending).then(() => all),
    };
  }

  it.each(ways)('counts for %s', async (_name, run) => {
    await beside({ shares: SHARES }, 2, async (db) => {
      // Meanwhile no call gets a connection.
      await sleep(BEFORE);
      const { watch, all } = ends();
      const [late, fresh] = [wait(BEFORE), wait(0)];
      watch(
        'fresh',
        onShare('left', () => run(db), { wait: fresh }),
      );
      watch(
        'late',
        onShare('left', () => run(db), { wait: late }),
      );
      expect(await all()).toEqual([
        ['late', 'busy'],
        ['fresh', 'busy'],
      ]);
      expect([late.wasInVain, fresh.wasInVain]).toEqual([true, true]);
    });
  });

  it('begins anew when a call gets a connection', async () => {
    await beside({ shares: SHARES }, 2, async (db, release) => {
      await sleep(BEFORE);
      const older = Promise.withResolvers<void>();
      const olders = onShare('left', () => inTransaction(db, () => older.promise));
      const late = onShare('left', () => db.language.count(), { wait: wait(BEFORE) });
      release[0]?.();
      // Longer than the rest of the late call's wait, if none had got a connection.
      await sleep(1_000);
      release[1]?.();
      expect(await late).toBeTypeOf('number');
      older.resolve();
      await olders;
    });
  });

  it('ends with a connection', async () => {
    const got = wait(10 * BEFORE);
    await beside({ shares: SHARES }, 0, (db) => onShare('left', () => db.language.count(), { wait: got }));
    expect(got).toEqual({ since: undefined, wasInVain: false });
  });

  it('goes on for the next call after one in vain', async () => {
    await beside({ shares: SHARES }, 2, async (db) => {
      await sleep(BEFORE);
      const { watch, all } = ends();
      watch(
        'fresh',
        onShare('left', () => db.language.count(), { wait: wait(0) }),
      );
      const twice = onShare(
        'left',
        async () => {
          await expect(db.language.count()).rejects.toThrow(DatabaseBusy);
          return db.language.count();
        },
        { wait: wait(BEFORE) },
      );
      watch('twice', twice);
      expect((await all()).map(([name]) => name)).toEqual(['twice', 'fresh']);
    });
  });

  it('leaves all connections to others when it was too long', async () => {
    await beside({ shares: SHARES }, 2, async (db, release) => {
      await sleep(BEFORE);
      await expect(onShare('left', () => db.language.count(), { wait: wait(BEFORE) })).rejects.toThrow(DatabaseBusy);
      for (const end of release) end();
      // Each goes on when both have a connection.
      let begun = 0;
      const both = Array.from({ length: 2 }, () =>
        onShare('left', () =>
          inTransaction(db, async (tx) => {
            begun += 1;
            await expect.poll(() => begun).toBe(2);
            return tx.language.count();
          }),
        ),
      );
      expect(await Promise.all(both)).toHaveLength(2);
    });
  });

  it('is not prolonged by a statement of the same caller that waits in the pool', async () => {
    await beside({ shares: SHARES }, 2, async (db) => {
      await sleep(BEFORE);
      const { watch, all } = ends();
      const holder = (before: number) => ({ caller: 'one', wait: wait(before) });
      watch(
        'before it',
        onShare('left', () => db.language.count(), holder(0)),
      );
      watch(
        'late',
        onShare('left', () => db.language.count(), holder(BEFORE)),
      );
      expect(await all()).toEqual([
        ['late', 'busy'],
        ['before it', 'busy'],
      ]);
    });
  });

  it('goes on behind a slow statement of the same caller, while no call waits in the pool', async () => {
    await beside({ shares: SHARES }, 1, async (db) => {
      const { watch, all } = ends();
      watch(
        'slow',
        onShare('left', () => db.$queryRaw`select pg_sleep(3)::text`, { caller: 'one' }),
      );
      watch(
        'behind it',
        onShare('left', () => db.language.count(), { caller: 'one', wait: wait(BEFORE) }),
      );
      expect(await all()).toEqual([
        ['slow', 'answered'],
        ['behind it', 'answered'],
      ]);
    });
  });
});

describe('one use or one caller', () => {
  const SLOW = 'select pg_sleep(0.3)::text';
  const slow: [string, (db: PrismaClient) => Promise<unknown>][] = [
    // Prisma starts a statement when it is awaited.
    ['statements of Prisma', async (db) => await db.$queryRawUnsafe(SLOW)],
    ['finished statements', (db) => queryRows(db, { text: SLOW, values: [] })],
  ];

  it.each(slow)(
    'limits %s to half of the connections, so that other uses do not wait behind all of them',
    async (_name, run) => {
      const db = createPrisma({ connectionString: database.connectionString, shares: { left: 2 } });
      try {
        await onShare('left', () => Promise.all([run(db), inTransaction(db, (tx) => tx.language.count())]));
        let left = 8;
        const many = onShare('left', () => Promise.all(Array.from({ length: left }, () => run(db).then(() => left--))));
        await sleep(50);
        await onShare('left', () => db.language.count());
        expect(left).toBeGreaterThan(5);
        await many;
        expect(left).toBe(0);
      } finally {
        await db.$disconnect();
      }
    },
  );

  it.each(slow)(
    'limits %s of a caller to half of the connections, whatever the number of its uses',
    async (_name, run) => {
      const db = createPrisma({ connectionString: database.connectionString, shares: { left: 2 } });
      try {
        await onShare('left', () => Promise.all([run(db), inTransaction(db, (tx) => tx.language.count())]));
        let left = 8;
        const many = Array.from({ length: left }, () =>
          onShare('left', () => run(db).then(() => left--), { caller: 'one' }),
        );
        await sleep(50);
        await onShare('left', () => db.language.count(), { caller: 'other' });
        expect(left).toBeGreaterThan(5);
        await Promise.all(many);
        expect(left).toBe(0);
      } finally {
        await db.$disconnect();
      }
    },
  );

  it('stops waiting statements when their signal is aborted, and runs the others', async () => {
    const db = createPrisma({ connectionString: database.connectionString, shares: { left: 1 } });
    const over = new AbortController();
    try {
      await onShare('left', async () => {
        const first = queryRows(db, { text: SLOW, values: [] });
        const ended = cancelledBy(over.signal, () => queryRows(db, { text: SLOW, values: [] }));
        const last = queryRows(db, { text: 'select 1', values: [] });
        over.abort(new Error('aborted'));
        await expect(ended).rejects.toThrow('aborted');
        expect(await Promise.race([first.then(() => 'first'), sleep(100, 'waits')])).toBe('waits');
        expect(await last).toEqual([[1]]);
      });
    } finally {
      await db.$disconnect();
    }
  });

  it('continues after failed statements', async () => {
    const db = createPrisma({ connectionString: database.connectionString, shares: { left: 1 } });
    const wrong = () => queryRows(db, { text: 'select 1 / 0', values: [] });
    try {
      const all = await onShare('left', () => Promise.allSettled([wrong(), wrong(), wrong(), db.language.count()]));
      expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    } finally {
      await db.$disconnect();
    }
  });

  it('has a connection for a statement outside of its open transaction', async () => {
    const db = createPrisma({ connectionString: database.connectionString, shares: { left: 2 } });
    try {
      const beside = onShare('left', () => inTransaction(db, () => db.language.count()));
      expect(await waits(beside, LONG)).toBe('answers');
    } finally {
      await db.$disconnect();
    }
  });
});
