import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { serviceAccount, startServer, type TestServer } from '@channel/api/testing';
import { graphqlClient } from '@channel/client/graphql';
import { createFactories, type Factories } from '@channel/prisma/testing';
import { parse } from 'graphql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { run, scopesOf, start, tokenWith } from './testing/tool.ts';

const TIMEOUT = 120_000;
const ORDERS = 40;

const home = import.meta.dirname;
let server: TestServer;
let make: Factories;
let token: string;
let writer: ReturnType<typeof graphqlClient>;
/** What a new order books. */
let offered: object;
let folder: string;
let file: string;

beforeAll(async () => {
  server = await startServer({ env: { GRAPHQL_COST_PER_MINUTE: '100000000' } });
  make = createFactories(server.db);
  token = await tokenWith(server, make, scopesOf('Copy all orders'));
  const permissions = ['orders.view-all', 'products.book'];
  const account = await serviceAccount(server.db, make, { permissions, scopes: ['orders:write'] });
  writer = graphqlClient({ baseUrl: server.url, token: (await account.token(server.services.clock())).text });
  const seller = await make.role({ permissions });
  await server.db.userRole.create({ data: { userId: account.id, roleId: seller.id } });
  const { level, departure } = await make.offer([seller.id]);
  const input = { leader: { firstName: 'Ada' }, details: { availabilityId: departure.id } };
  offered = { role: String(seller.id), level: level.id, input };
  for (let made = 0; made < ORDERS; made += 1) await make.order({ offer: null });
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'channel-copy-'));
  file = join(folder, 'orders.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const Change = parse(`mutation Change($order: String!, $code: String!) {
  updateOrder(reference: $order, input: { referenceCode: $code }) { order { version } }
}`);
const change = (id: number, code: string) => writer.mutate(Change, { order: String(id), code } as never);

const Book = parse(`mutation Book($role: String!, $level: SafeInt!, $input: BookOrderInput!) {
  bookOrder(role: $role, serviceLevelId: $level, input: $input) { order { databaseId } }
}`);

type Row = { id: number; version: number; status: string; referenceCode: string | null };
const sync = (...args: string[]) => run(server, token, ['sync-orders.ts', file, ...args]);

const orders = (): Promise<Row[]> =>
  server.db.order.findMany({
    select: { id: true, version: true, status: true, referenceCode: true },
    orderBy: { id: 'asc' },
  });

/** What a copy holds; nothing before its tables exist. */
function copied(): Row[] {
  const db = new DatabaseSync(file);
  try {
    const rows = db.prepare('SELECT id, version, status, data FROM orders ORDER BY id').all();
    return rows.map(({ id, version, status, data }) => {
      const { referenceCode } = JSON.parse(String(data));
      return { id: Number(id), version: Number(version), status: String(status), referenceCode };
    });
  } finally {
    db.close();
  }
}

/** Waits until a program has printed some lines. */
async function printedLines({ stdout }: ChildProcess, lines: number): Promise<void> {
  if (lines === 0 || !stdout) return;
  let seen = 0;
  await new Promise<void>((resolve) => {
    stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString().split('\n').length - 1;
      if (seen >= lines) resolve();
    });
    stdout.once('end', resolve);
  });
}

/** The program with another text in one place. */
function variant([before, after]: [before: string, after: string]): string {
  const program = readFileSync(join(home, 'sync-orders.ts'), 'utf8');
  expect(program.split(before)).toHaveLength(2);
  const path = join(home, `variant-${randomUUID()}.ts`);
  writeFileSync(
    path,
    program.replace(before, () => after),
  );
  onTestFinished(() => rmSync(path));
  return path;
}

describe('the copy of all orders', { timeout: TIMEOUT }, () => {
  it('has every order, and later every change and every new order', async () => {
    expect(await sync('--once')).toMatchObject({ code: 0, printed: `Copied ${ORDERS} orders\n` });
    expect(copied()).toEqual(await orders());
    const [one] = await orders();
    await change(one?.id ?? 0, 'first');
    await change(one?.id ?? 0, 'second');
    await writer.mutate(Book, offered as never);
    expect((await sync('--once')).printed).toBe('Wrote 3 changes\n');
    expect(copied()).toEqual(await orders());
    expect(copied()[0]?.referenceCode).toBe('second');
    expect(copied()).toHaveLength(ORDERS + 1);
  });

  it('equals the orders after it was killed at any time while they were written', async () => {
    const ids = (await orders()).map(({ id }) => id);
    let isWriting = true;
    const writing = (async () => {
      let written = 0;
      for (; isWriting; written += 1) await change(ids[written % ids.length] ?? 0, `code ${written}`);
      return written;
    })();
    // Before it has copied anything, while it copies, and after some pages of changes, within the next one.
    for (const [lines, milliseconds] of [
      [0, 400],
      [0, 800],
      [1, 0],
      [1, 7],
      [3, 11],
      [2, 17],
      [4, 23],
    ] as const) {
      const { child, ended } = start(server, token, ['sync-orders.ts', file]);
      await printedLines(child, lines);
      await sleep(milliseconds);
      child.kill('SIGKILL');
      expect((await ended).code).toBeNull();
    }
    isWriting = false;
    expect(await writing).toBeGreaterThan(ORDERS);
    const { printed } = await sync('--once');
    expect(printed).not.toContain('Copied');
    expect(copied()).toEqual(await orders());
  });

  it('loses changes where the cursor is stored before them: a kill in between shows it', async () => {
    await sync('--once');
    const [one] = await orders();
    const [begin, write] = ["    db.exec('BEGIN IMMEDIATE');\n    for", '    putCursor.run(endCursor);\n'];
    const kill = "    if (nodes.length > 0) process.kill(process.pid, 'SIGKILL');\n";
    const runs = {
      // The program as it is, killed between its last statement and the end of the transaction.
      whole: variant([write, `${write}${kill}`]),
      split: variant([begin, `${write}${kill}${begin}`]),
    };
    const outcomes: Record<string, boolean> = {};
    for (const [name, program] of Object.entries(runs)) {
      await change(one?.id ?? 0, `before the kill of ${name}`);
      expect(await run(server, token, [program, file, '--once'])).toMatchObject({ code: null, printed: '' });
      await sync('--once');
      outcomes[name] = isDeepStrictEqual(copied(), await orders());
    }
    expect(outcomes).toEqual({ whole: true, split: false });
  });

  it.each([
    ['CURSOR_EXPIRED', 'the changes after its cursor were deleted'],
    ['CURSOR_UNKNOWN', 'the data were restored from a backup'],
  ])('is made anew, and says so (%s), where %s', async (reason) => {
    await sync('--once');
    const before = await orders();
    const [one, other] = before;
    for (const code of ['a', 'b']) await change(one?.id ?? 0, code);
    // Gives the changes their positions.
    await writer.query(parse('{ orderEventsCursor }'));
    if (reason === 'CURSOR_EXPIRED')
      await server.db
        .$executeRaw`WITH last AS (DELETE FROM sequenced_change WHERE stream = 'orders' RETURNING position, token)
        UPDATE change_feed f SET floor_position = last.position, floor_token = last.token FROM last
        WHERE f.stream = 'orders' AND last.position = f.last_position`;
    else {
      await sync('--once');
      await server.db.$executeRaw`DELETE FROM sequenced_change WHERE stream = 'orders'
        AND position = (SELECT last_position FROM change_feed WHERE stream = 'orders')`;
      await server.db.$executeRaw`UPDATE change_feed SET last_position = last_position - 1 WHERE stream = 'orders'`;
    }
    await server.db.order.update({ where: { id: other?.id ?? 0 }, data: { referenceCode: reason } });
    expect((await sync('--once')).printed).toBe(`Beginning again: ${reason}\nCopied ${before.length} orders\n`);
    expect(copied()).toEqual(await orders());
    expect((await sync('--once')).printed).toBe('');
  });
});
