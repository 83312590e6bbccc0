import { Prisma, type Tx } from '@channel/prisma';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../src/testing/index.ts';
import { type Scene, sceneOn, TODAY, TOMORROW } from './scene.ts';
import { answerTo, type Before, readsBefore } from './within.ts';

/*
 * A change of a stamped table that an answer shows makes another ETag, and without the trigger it would not. Each change is
 * made in a transaction that is rolled back; the columns that an answer shows are found by trying.
 */

let server: TestServer;
let scene: Scene;
let before: Before[];

beforeAll(async () => {
  server = await startServer();
  scene = await sceneOn(server);
  before = await readsBefore(server, scene);
}, 120_000);
afterAll(() => server?.close());

/** The result of a change: the reads whose answer it alters, and those of them that are "unchanged" nevertheless. */
type Effect = { altered: string[]; missed: string[]; refusal?: string };

const undone = new Error('undone');

/** Makes a change, and reads what mentions its table; all of it is rolled back. */
async function effectOf(change: string, tables: readonly string[], hasTriggers = true): Promise<Effect> {
  const effect: Effect = { altered: [], missed: [] };
  const words = new RegExp(`\\b(${tables.join('|')})\\b`);
  const concerned = before.filter(({ statement }) => words.test(statement));
  const work = async (tx: Tx) => {
    if (!hasTriggers) await tx.$executeRawUnsafe(`ALTER TABLE "${tables[0]}" DISABLE TRIGGER USER`);
    await tx.$executeRawUnsafe(change);
    for (const each of concerned) {
      const now = await answerTo(each, [], tx);
      if (now?.text === each.text) continue;
      effect.altered.push(each.name);
      if ((await answerTo(each, [each.validator], tx))?.isKnown) effect.missed.push(each.name);
      if (!hasTriggers) break;
    }
    throw undone;
  };
  await server.db.$transaction(work, { timeout: 60_000 }).catch((error: unknown) => {
    // A change that the database refuses alters nothing.
    if (error instanceof Prisma.PrismaClientKnownRequestError) effect.refusal = error.message;
    else if (error !== undone) throw error;
  });
  return effect;
}

/** The tables with stamps, by their triggers. */
async function stampedTables(): Promise<string[]> {
  const rows = await server.db.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT t.tgrelid::regclass::text AS name FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE p.proname IN ('stamp_change', 'stamp_tags', 'stamp_departures') ORDER BY name`;
  return rows.map(({ name }) => name.replaceAll('"', ''));
}

/** How a value of a type becomes another one. */
const OTHER: Readonly<Record<string, string>> = {
  text: `|| '!'`,
  'character varying': `|| '!'`,
  integer: '+ 1',
  numeric: '+ 1',
  boolean: '= false',
  date: '+ 1',
  'time without time zone': `+ interval '1 minute'`,
};

/** Changes of a table, one of which an answer shows: of each column, or else the loss of all rows. */
async function changesOf(table: string): Promise<string[]> {
  const columns = await server.db.$queryRaw<{ name: string; type: string }[]>`
    SELECT column_name AS name, data_type AS type FROM information_schema.columns
    WHERE table_name = ${table} AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'version')
    ORDER BY data_type = 'integer', ordinal_position`;
  const updates = columns.flatMap(({ name, type }) =>
    OTHER[type] ? [`UPDATE "${table}" SET "${name}" = "${name}" ${OTHER[type]}`] : [],
  );
  return [...updates, `DELETE FROM "${table}"`];
}

const VIEWS: Readonly<Record<string, string[]>> = {
  availability: ['offer'],
  departure_rate: ['offer'],
  rate: ['offer'],
  rate_price: ['offer'],
  tag: ['tag_set'],
};

it('changes with every stamped table, and would not without its trigger', { timeout: 300_000 }, async () => {
  const tables = await stampedTables();
  expect(tables.length).toBeGreaterThan(35);
  const [shown, proven] = [new Set<string>(), new Set<string>()];
  const missed: string[] = [];
  for (const table of tables)
    for (const change of await changesOf(table)) {
      const names = [table, ...(VIEWS[table] ?? [])];
      const effect = await effectOf(change, names);
      missed.push(...effect.missed.map((name) => `${change}: ${name}`));
      if (effect.altered.length === 0) continue;
      shown.add(table);
      // A change that also reaches other tables is noticed by their triggers.
      if ((await effectOf(change, names, false)).missed.length === 0) continue;
      proven.add(table);
      break;
    }
  expect(missed).toEqual([]);
  // The clients of a user decide what a statement looks for: they are values of it.
  expect(tables.filter((table) => !shown.has(table))).toEqual(['client_member']);
  // Its rows are deleted with prices, and none can be changed by itself.
  expect(tables.filter((table) => shown.has(table) && !proven.has(table))).toEqual(['rate_category']);
});

it('changes for all who see a tag, whatever it is on and whose it is', { timeout: 120_000 }, async () => {
  const tags = await server.db.tag.findMany({ where: { orderId: null, bookingId: null, transferId: null } });
  expect(tags.length).toBeGreaterThan(8);
  for (const { id, valueText } of tags) {
    const { altered, missed } = await effectOf(`UPDATE tag SET value = '"other"' WHERE id = ${id}`, ['tag']);
    expect([valueText, altered.length > 0, missed]).toEqual([valueText, true, []]);
  }
});

it('changes where a row appears, disappears or belongs to another one', { timeout: 120_000 }, async () => {
  const { offer, away, home, abroad, amsterdam, supplier } = scene;
  const onTag = (column: string, id: number) =>
    `UPDATE tag SET key = 'moved', city_id = NULL, ${column} = ${id} WHERE city_id = ${amsterdam.id}`;
  const changes: [change: string, tables: string[]][] = [
    [
      `INSERT INTO product_category (product_id, category_id) SELECT ${away.product.id}, min(id) FROM category`,
      ['category'],
    ],
    [`INSERT INTO tag (organization_id, key, value, city_id) VALUES (${home.id}, 'a', '1', ${amsterdam.id})`, ['tag']],
    [`UPDATE tag SET organization_id = ${abroad.id} WHERE city_id = ${amsterdam.id}`, ['tag']],
    [onTag('supplier_id', supplier.id), ['tag']],
    [onTag('role_id', scene.users.staff.role.id), ['tag']],
    [`DELETE FROM tag WHERE client_id IS NOT NULL`, ['tag']],
    [
      `UPDATE availability SET service_level_id = ${away.level.id} WHERE service_level_id = ${offer.level.id} AND date = '${TOMORROW}'`,
      ['offer'],
    ],
    [
      `UPDATE service_level SET product_id = ${away.product.id} WHERE id = ${scene.offers[1]?.level.id}`,
      ['offer', 'service_level'],
    ],
    [`DELETE FROM availability WHERE date = '${TODAY}'`, ['offer']],
    [`DELETE FROM rate WHERE valid_to IS NOT NULL`, ['offer', 'rate']],
    [`DELETE FROM pickup_options`, ['pickup_options', 'service_level']],
    [`DELETE FROM product_category WHERE category_id = ${scene.category.id}`, ['category']],
    ['TRUNCATE product_image', ['product_image']],
    ['TRUNCATE role_city', ['role_city']],
    ['TRUNCATE tag', ['tag']],
    ['TRUNCATE availability CASCADE', ['offer']],
  ];
  for (const [change, tables] of changes) {
    const { altered, missed, refusal } = await effectOf(change, tables);
    expect([change, refusal]).toEqual([change, undefined]);
    // No order loses its tags or bookings in this way.
    const wrong = change.startsWith('TRUNCATE') ? missed.filter((name) => !name.includes('/v1/orders')) : missed;
    expect([change, altered.length > 0, wrong]).toEqual([change, true, []]);
  }
});

describe('transactions', () => {
  const shown = () => before.find(({ name }) => name.startsWith('staff /v1/categories')) as Before;
  const isKnown = async (validator: string | undefined) => (await answerTo(shown(), [validator ?? '']))?.isKnown;
  const validator = async () => (await answerTo(shown(), []))?.validator;
  const rename = (tx: Tx) => tx.$executeRaw`UPDATE category SET title = title || '.' WHERE id = ${scene.category.id}`;
  const lastStamp = async () => {
    const [row] = await server.db.$queryRaw<{ last: number }[]>`
      SELECT max(transaction) AS last FROM change_stamp WHERE name = 'category'`;
    return row?.last;
  };

  it('leave an answer unchanged when they are rolled back, and until they commit', async () => {
    const first = await validator();
    await server.db
      .$transaction(async (tx) => {
        await rename(tx);
        expect(await isKnown(first)).toBe(true);
        throw undone;
      })
      .catch((error: unknown) => expect(error).toBe(undone));
    expect(await isKnown(first)).toBe(true);
    await server.db.$transaction(rename);
    expect(await isKnown(first)).toBe(false);
  });

  it('change it in whatever order they commit, where the last stamp stays the same', async () => {
    let between: string | undefined;
    let last: number | undefined;
    await server.db.$transaction(async (tx) => {
      await rename(tx);
      // The second one begins after the first, and commits before it.
      await server.db.category.create({ data: { title: 'Second' } });
      [between, last] = [await validator(), await lastStamp()];
    });
    expect(await lastStamp()).toBe(last);
    expect(await isKnown(between)).toBe(false);
  });

  it('change it once more after their stamps were added up, which changes nothing', async () => {
    const first = await validator();
    const [{ count } = { count: 0 }] = await server.db.$queryRaw<{ count: number }[]>`
      SELECT fold_change_stamps(10000) AS count`;
    expect(count).toBeGreaterThan(30);
    expect(await isKnown(first)).toBe(true);
    await server.db.$transaction(rename);
    expect(await isKnown(first)).toBe(false);
  });

  it('change it also where a restored database has stamps of their numbers', async () => {
    await server.db.$executeRaw`INSERT INTO change_stamp (name, transaction, value)
      SELECT 'category', pg_current_xact_id()::text::bigint + later, 1 FROM generate_series(1, 500) later`;
    const first = await validator();
    await server.db.$transaction(rename);
    expect(await isKnown(first)).toBe(false);
  });
});
