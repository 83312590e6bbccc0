import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const EDIT = /* GraphQL */ `
  mutation ($id: SafeInt!, $version: Int!, $assign: [TagInput!]!, $remove: [String!]!) {
    editOrderTags(id: $id, version: $version, assign: $assign, remove: $remove) { order { version tags { key value } } }
  }
`;
const ASSIGN = /* GraphQL */ `
  mutation ($ids: [SafeInt!]!, $tags: [TagInput!]!) { assignTags(target: orders, ids: $ids, tags: $tags) { count } }
`;

let database: TestDatabase;
let make: Factories;
let staff: Context;
let guide: Context;
let guideId: number;
let stranger: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  const { id: organizationId } = await make.home();
  staff = await contextFor(
    database.db,
    (await make.userWith(['orders.view-all', 'console.access'], { organizationId })).id,
  );
  guideId = (await make.userWith(['tours.guide'], { organizationId })).id;
  guide = await contextFor(database.db, guideId);
  const elsewhere = { organizationId: (await make.organization()).id };
  stranger = await contextFor(database.db, (await make.userWith(['orders.view-all'], elsewhere)).id);
});
afterAll(() => database.drop());

type Tag = { key: string; value: string | number };

/** An order with the tags desk = lobby and seat = 12. */
async function tagged() {
  const { id } = await make.order({ offer: null, tourGuideId: guideId });
  const tags: Tag[] = [
    { key: 'desk', value: 'lobby' },
    { key: 'seat', value: 12 },
  ];
  await answer(ASSIGN, { ids: [id], tags }, staff);
  return stateOf(id);
}

async function stateOf(id: number) {
  const where = { id };
  const { version, tags } = await database.db.order.findUniqueOrThrow({ where, include: { tags: true } });
  return { id, version, tags: Object.fromEntries(tags.map(({ key, value }) => [key, value])) };
}

describe('tags of an order', () => {
  it('are added and removed in one change', async () => {
    const { id, version } = await tagged();
    const assign = [
      { key: 'seat', value: 14 },
      { key: 'vip', value: 'yes' },
    ];
    const changed = await answer<{ editOrderTags: { version: number } }>(
      EDIT,
      { id, version, assign, remove: ['desk'] },
      staff,
    );
    expect(changed.editOrderTags.version).toBe(version + 1);
    expect(await stateOf(id)).toEqual({ id, version: version + 1, tags: { seat: 14, vip: 'yes' } });
    const lines = await database.db.auditEntry.findMany({
      where: { entity: 'order', entityId: id, version: version + 1 },
    });
    expect(lines).toMatchObject([
      { action: 'tags.change', before: { tags: { desk: 'lobby' } }, after: { tags: { vip: 'yes' } } },
    ]);
  });

  it('stay unchanged where the order has another version; the error lists what was changed', async () => {
    const { id, version } = await tagged();
    await answer(ASSIGN, { ids: [id], tags: [{ key: 'seat', value: 13 }] }, staff);
    const input = { id, version, assign: [{ key: 'seat', value: 14 }], remove: ['desk'] };
    expect(await refusal(EDIT, input, staff)).toMatchObject({
      code: 'PRECONDITION_FAILED',
      version: version + 1,
      changes: [{ path: ['tags', 'seat'], from: 12, to: 13 }],
    });
    expect(await stateOf(id)).toEqual({ id, version: version + 1, tags: { desk: 'lobby', seat: 13 } });
  });

  it('are changed all or none', async () => {
    const { id, version, tags } = await tagged();
    const long = { key: 'vip', value: 'x'.repeat(1_001) };
    expect(await refusal(EDIT, { id, version, assign: [long], remove: ['desk'] }, staff)).toMatchObject({
      code: 'VALIDATION',
      fields: [{ path: ['assign', 0, 'value'] }],
    });
    const both = { id, version, assign: [{ key: 'desk', value: 'x' }], remove: ['desk'] };
    expect(await refusal(EDIT, both, staff)).toMatchObject({ code: 'VALIDATION', fields: [{ path: ['remove', 0] }] });
    expect(await stateOf(id)).toEqual({ id, version, tags });
  });

  it('cannot be changed without permission, and foreign orders are not found', async () => {
    const { id, version, tags } = await tagged();
    const input = { id, version, assign: [{ key: 'desk', value: 'x' }], remove: [] };
    expect(await refusal(EDIT, input, guide)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(EDIT, input, stranger)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await stateOf(id)).toEqual({ id, version, tags });
  });

  it('that are the same already make no change', async () => {
    const { id, version, tags } = await tagged();
    await answer(EDIT, { id, version, assign: [{ key: 'seat', value: 12 }], remove: ['none'] }, staff);
    expect(await stateOf(id)).toEqual({ id, version, tags });
  });
});
