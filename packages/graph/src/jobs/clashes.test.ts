import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLASH_CASES } from '../testing/clash-cases.ts';
import { clashWorld } from '../testing/clash-world.ts';
import { MOVE, PUBLISH } from '../testing/dispatch.ts';
import { answer } from '../testing/run.ts';

type Finding = { kind: string; severity: string; personId: number; text: string };
type Findings = ReadonlyMap<number, readonly Finding[]>;

const FINDING = 'kind severity personId text';
const CHECK = `query ($moves: [DispatchMoveInput!]!) { found: assignmentClashes(moves: $moves) { ${FINDING} } }`;
const BOARD = `query ($from: Date!, $to: Date!, $isPublished: Boolean) {
  board: dispatchBoard(from: $from, to: $to, isPublished: $isPublished) { clashes { ${FINDING} } } }`;
const DRAFT = `{ draft: dispatchDraft { clashes clashList { ${FINDING} } } }`;
const ROWS = `query ($id: SafeInt!) { batch(id: $id) { clashingOrders
  rows(perPage: 1000, hasClashes: true) { clashes { ${FINDING} } }
  others: rows(perPage: 1000, hasClashes: false) { orderId } } }`;
const ORDERS = `query ($page: Int!) { orders(page: $page, perPage: 50) { id: databaseId clashes { ${FINDING} } } }`;

let database: TestDatabase;
let world: Awaited<ReturnType<typeof clashWorld>>;

beforeAll(async () => {
  database = await testDatabase();
  world = await clashWorld(database);
}, 120_000);
afterAll(() => database.drop());

const moves = () => world.cases.flatMap((each) => each.moves);
/** The same finding may be listed for each of its orders. */
function byPerson(found: readonly Finding[]): Findings {
  const once = [...new Map(found.map((each) => [`${each.personId} ${each.text}`, each])).values()];
  return Map.groupBy(once, ({ personId }) => personId);
}
const inPieces = <T>(list: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_none, index) => list.slice(index * size, (index + 1) * size));

/** Each path that assigns or shows assignments, in the order in which they can be tried on one database. */
const PATHS: Record<string, () => Promise<Findings>> = {
  'a check': async () => {
    const found: Finding[] = [];
    for (const each of world.cases)
      found.push(...(await answer<{ found: Finding[] }>(CHECK, { moves: each.moves }, world.context)).found);
    return byPerson(found);
  },
  'the board with a draft': async () => {
    for (const some of inPieces(moves(), 200)) await answer(MOVE, { moves: some }, world.context);
    return boardFindings(false);
  },
  'the draft': async () => {
    const { draft } = await answer<{ draft: { clashes: number; clashList: Finding[] } }>(DRAFT, {}, world.context);
    expect(draft.clashes).toBe(draft.clashList.length);
    return byPerson(draft.clashList);
  },
  'the preview of a batch': async () => {
    const orders = new Set(moves().map(({ orderId }) => orderId)).size;
    const { batch } = await answer<{ batch: { id: number } }>(PUBLISH, { orders }, world.context);
    const { batch: planned } = await answer<{
      batch: { clashingOrders: number; rows: { clashes: Finding[] }[]; others: object[] };
    }>(ROWS, { id: batch.id }, world.context);
    expect(planned.rows).toHaveLength(planned.clashingOrders);
    expect(planned.others).toHaveLength(orders - planned.clashingOrders);
    return byPerson(planned.rows.flatMap(({ clashes }) => clashes));
  },
  'orders that are assigned': async () => {
    const { db } = database;
    for (const { orderId, task, personId } of moves()) {
      if (task === 'guide') await db.order.update({ where: { id: orderId }, data: { tourGuideId: personId } });
      else await db.order.update({ where: { id: orderId }, data: { [task]: { update: { driverId: personId } } } });
    }
    const found: Finding[] = [];
    for (let page = 1; ; page += 1) {
      const { orders } = await answer<{ orders: { clashes: Finding[] }[] }>(ORDERS, { page }, world.context);
      if (orders.length === 0) break;
      found.push(...orders.flatMap(({ clashes }) => clashes));
    }
    return byPerson(found);
  },
  'the published board': () => boardFindings(true),
};

async function boardFindings(isPublished: boolean): Promise<Findings> {
  const found: Finding[] = [];
  for (const [from, to] of [
    ['2026-03-28', '2026-03-30'],
    ['2026-06-09', '2026-06-14'],
    ['2026-10-24', '2026-10-26'],
  ]) {
    const { board } = await answer<{ board: { clashes: Finding[] } }>(BOARD, { from, to, isPublished }, world.context);
    found.push(...board.clashes);
  }
  return byPerson(found);
}

describe('the rule of clashes', () => {
  const texts = new Map<string, Map<string, string[]>>();

  it.each(Object.keys(PATHS))('gives its findings in %s', async (path) => {
    const findings = (await PATHS[path]?.()) ?? new Map<number, Finding[]>();
    const found = world.cases.map(({ name, personId }) => {
      const own = findings.get(personId) ?? [];
      texts.set(name, (texts.get(name) ?? new Map()).set(path, own.map(({ text }) => text).sort()));
      return { name, expected: own.map(({ severity, kind }) => `${severity} ${kind}`).sort() };
    });
    expect(found).toEqual(CLASH_CASES.map(({ name, expected }) => ({ name, expected: [...expected].sort() })));
  });

  it('says the same on every path', () => {
    for (const [name, ofCase] of texts) {
      const [first, ...others] = [...ofCase.values()];
      expect(others, name).toEqual(others.map(() => first));
    }
    expect(texts.size).toBe(CLASH_CASES.length);
  });
});
