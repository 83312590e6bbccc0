import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrisma, queryBytes, queryBytesInSnapshot, queryRows } from './client.ts';
import { openSocket, RowFilter, RowSocket } from './row-bytes.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { inTransaction } from './transaction.ts';

const message = (kind: string, ...body: Buffer[]) => {
  const header = Buffer.alloc(5);
  header.write(kind);
  header.writeUInt32BE(Buffer.concat(body).length + 4, 1);
  return Buffer.concat([header, ...body]);
};
const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const column = (text: string | null) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(text === null ? -1 : Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text ?? '')]);
};
const row = (...texts: (string | null)[]) => message('D', int16(texts.length), ...texts.map(column));
const texts = (rows: (Buffer | null)[][]) => rows.map((each) => each.map((value) => value?.toString() ?? null));

describe('RowFilter', () => {
  const received = [message('2'), row('ünï €', null, ''), row(), message('C', Buffer.from('SELECT 2')), message('Z')];
  const bytes = Buffer.concat(received);

  it.each([1, 2, 3, 7, 16, bytes.length])('extracts the rows from input in pieces of %i bytes', (size) => {
    const filter = new RowFilter();
    const passed: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) passed.push(filter.pass(bytes.subarray(at, at + size)));
    expect(texts(filter.rows)).toEqual([['ünï €', null, ''], []]);
    expect(Buffer.concat(passed)).toEqual(Buffer.concat(received.filter(({ 0: kind }) => kind !== 'D'.charCodeAt(0))));
  });
});

describe('queryBytes', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.db.$connect();
  });
  afterAll(() => database.drop());

  /** Prisma ends a pool that it has used. */
  const onOneConnection = async () => {
    const db = createPrisma({ connectionString: database.connectionString, poolSize: 1 });
    await db.$connect();
    return db;
  };

  const statement = {
    name: 'numbers',
    text: "SELECT n::text, repeat('€', n) FROM generate_series(1, $1::int) n",
    values: [3],
  };
  const printed = [
    ['1', '€'],
    ['2', '€€'],
    ['3', '€€€'],
  ];

  it('returns bytes, and leaves the connection as it was', async () => {
    const db = await onOneConnection();
    for (let time = 0; time < 3; time += 1) {
      expect(texts(await queryBytes(db, statement))).toEqual(printed);
      expect(await queryRows(db, statement)).toEqual(printed);
    }
    expect(await inTransaction(db, (tx) => queryBytes(tx, statement)).then(texts)).toEqual(printed);
    await db.$disconnect();
  });

  it('reads values larger than any buffer', async () => {
    const text = "SELECT repeat('0123456789', $1::int)";
    const [[large] = []] = await queryBytes(database.db, { text, values: [300_000] });
    expect(large?.length).toBe(3_000_000);
    expect(large?.subarray(-20).toString()).toBe('01234567890123456789');
  });

  it('fails as the driver does, and the connection stays usable', async () => {
    const db = await onOneConnection();
    const failing = { text: 'SELECT (1 / (3 - n))::text FROM generate_series(1, $1::int) n', values: [3] };
    await expect(queryBytes(db, failing)).rejects.toThrow('division by zero');
    expect(texts(await queryBytes(db, statement))).toEqual(printed);
    await db.$disconnect();
  });

  const SNAPSHOT =
    "SELECT pg_current_snapshot()::text, pg_backend_pid()::text, current_setting('transaction_isolation')";
  const [FIRST, SECOND] = [`${SNAPSHOT} -- first`, `${SNAPSHOT}, $1::text`];

  it('sees one snapshot in two statements, and ends their transaction', async () => {
    const db = await onOneConnection();
    for (let time = 0; time < 3; time += 1) {
      const rows = await queryBytesInSnapshot(db, { name: 'first', text: FIRST, values: [] }, ([row]) => {
        return { name: 'second', text: SECOND, values: [texts([row ?? []]).join()] };
      });
      const [[snapshot, process, isolation, first] = []] = texts(rows);
      expect(isolation).toBe('repeatable read');
      expect(first).toBe([snapshot, process, isolation].join());
      const [after = []] = texts(await queryBytes(db, { text: SNAPSHOT, values: [] }));
      expect(after.slice(1)).toEqual([process, 'read committed']);
      await inTransaction(db, (tx) => tx.$executeRaw`CREATE TEMPORARY TABLE written ON COMMIT DROP AS SELECT 1`);
    }
    await db.$disconnect();
  });

  it.each<[string, string, () => { text: string; values: unknown[] }]>([
    ['the first statement', 'SELECT (1 / 0)::text', () => statement],
    ['the second statement', 'SELECT 1::text', () => ({ text: 'SELECT (1 / 0)::text', values: [] })],
    [
      'what makes the second',
      'SELECT 1::text',
      () => {
        throw new Error('division by zero');
      },
    ],
  ])('after a failure of %s, the next statements are outside of its transaction', async (_which, text, next) => {
    const db = await onOneConnection();
    for (let time = 0; time < 3; time += 1) {
      await expect(queryBytesInSnapshot(db, { name: 'either', text, values: [] }, next)).rejects.toThrow('division');
      const [[, , isolation] = []] = texts(await queryBytes(db, { text: SNAPSHOT, values: [] }));
      expect(isolation).toBe('read committed');
    }
    await db.$disconnect();
  });
});

it('uses an ordinary socket for an encrypted connection', () => {
  expect(openSocket({ ssl: false })).toBeInstanceOf(RowSocket);
  expect(openSocket({ ssl: { rejectUnauthorized: false } })).not.toBeInstanceOf(RowSocket);
});
