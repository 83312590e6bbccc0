import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';
import { crewNotes } from './crew-notes.ts';

const NOTE =
  'fragment Note on OrderNote { id: databaseId text isPinned isForCrew editedAt isUnread mayEdit mayDelete author { name } mentions { id: databaseId } order { id: databaseId } }';
const LIST = `query ($orderId: SafeInt!) { notes: orderNotes(orderId: $orderId) { ...Note } } ${NOTE}`;
const MENTIONS = `query { notes: mentioningNotes { ...Note } unreadMentions } ${NOTE}`;
const READERS = 'query ($orderId: SafeInt!) { noteReaders(orderId: $orderId) { id: databaseId } }';
const ADD = `mutation ($orderId: SafeInt!, $input: OrderNoteInput!, $key: String) {
  note: addOrderNote(orderId: $orderId, input: $input, key: $key) { note { ...Note } } } ${NOTE}`;
const CHANGE = `mutation ($id: SafeInt!, $input: OrderNoteInput!) { note: changeOrderNote(id: $id, input: $input) { note { ...Note } } } ${NOTE}`;
const DELETE = 'mutation ($id: SafeInt!) { deleteOrderNote(id: $id) { deletedId } }';
const READ = 'mutation ($orderId: SafeInt!) { readOrderNotes(orderId: $orderId) { count } }';

type Note = { id: number; text: string; isPinned: boolean; isUnread: boolean; mayEdit: boolean; mayDelete: boolean };
type Who = Parameters<StaffScene['as']>[0];

let database: TestDatabase;
let scene: StaffScene;
let orderId: number;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
});
beforeEach(async () => {
  const { partner, driver, people } = { ...scene.people, people: scene.people };
  orderId = (
    await scene.make.order({ roleId: partner.role.id, issuerId: people.partner.id, pickup: { driverId: driver.id } })
  ).id;
});
afterAll(() => database.drop());

const added = async (who: Who, input: object, key?: string) =>
  (await answer<{ note: Note }>(ADD, { orderId, input, key }, await scene.as(who))).note;
const listed = async (who: Who) =>
  (await answer<{ notes: Note[] }>(LIST, { orderId }, await scene.as(who))).notes.map(({ text }) => text);

describe('notes on an order', () => {
  it('are listed pinned first, then newest first, with what the viewer may do with them', async () => {
    const pinned = await added('staff', { text: ' Wheelchair \n', isPinned: true });
    await added('staff', { text: 'Called, no answer' });
    await added('admin', { text: 'Called again' });
    expect(pinned).toMatchObject({ text: 'Wheelchair', mayEdit: true, mayDelete: true, isUnread: false });
    expect(await listed('colleague')).toEqual(['Wheelchair', 'Called again', 'Called, no answer']);
    const { notes } = await answer<{ notes: Note[] }>(LIST, { orderId }, await scene.as('staff'));
    expect(notes.map(({ mayEdit, mayDelete }) => [mayEdit, mayDelete])).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ]);
  });

  it('leave the order as it is: no version, no event, no time of change', async () => {
    const before = await database.db.order.findUniqueOrThrow({ where: { id: orderId } });
    const emit = vi.fn(async () => {});
    const context = await scene.as('staff', { emit });
    const { note } = await answer<{ note: Note }>(ADD, { orderId, input: { text: 'x', isForCrew: true } }, context);
    await answer(CHANGE, { id: note.id, input: { text: 'y' } }, context);
    await answer(DELETE, { id: note.id }, context);
    expect(await database.db.order.findUniqueOrThrow({ where: { id: orderId } })).toEqual(before);
    expect(emit).not.toHaveBeenCalled();
  });

  it('are added once by a repeated request, also while the first one runs', async () => {
    const [one, other] = await Promise.all([
      added('staff', { text: 'Once' }, 'key-1'),
      added('staff', { text: 'Once' }, 'key-1'),
    ]);
    expect(other.id).toBe(one.id);
    expect(await listed('staff')).toEqual(['Once']);
    expect((await added('admin', { text: 'Once more' }, 'key-1')).id).not.toBe(one.id);
  });

  it('refuse a key that another note was added with, also on another order', async () => {
    await added('staff', { text: 'Bound' }, 'bound');
    const other = await scene.make.order({ roleId: scene.people.partner.role.id });
    for (const request of [
      { orderId: other.id, input: { text: 'Bound' } },
      { orderId, input: { text: 'Bound', isPinned: true } },
    ]) {
      const { code, fields } = await refusal(ADD, { ...request, key: 'bound' }, await scene.as('staff'));
      expect([code, fields?.map(({ path }) => path)]).toEqual(['VALIDATION', [['key']]]);
    }
    expect(await listed('staff')).toEqual(['Bound']);
    expect(await database.db.orderNote.count({ where: { orderId: other.id } })).toBe(0);
  });

  it('are recorded without their words, which a deletion removes for good', async () => {
    const { id } = await added('staff', { text: 'Passport of Ada Byron', mentionIds: [scene.people.admin.id] });
    await answer(CHANGE, { id, input: { text: 'Passport seen' } }, await scene.as('staff'));
    await answer(DELETE, { id }, await scene.as('admin'));
    const lines = await scene.audited('order-note', id);
    expect(lines.map(({ action, after }) => [action, after])).toEqual([
      ['order-note.add', { orderId, characters: 21, mentions: [scene.people.admin.id] }],
      ['order-note.update', { orderId, characters: 13 }],
      ['order-note.delete', { orderId, characters: 13, authorId: scene.people.staff.id }],
    ]);
    expect(await database.db.orderNote.count({ where: { id } })).toBe(0);
  });

  it('name the invalid member', async () => {
    const fieldsOf = async (input: object) =>
      (await refusal(ADD, { orderId, input }, await scene.as('staff'))).fields?.map(({ path }) => path.join('.'));
    expect(await fieldsOf({ text: ' ' })).toEqual(['text']);
    expect(await fieldsOf({})).toEqual(['text']);
    expect(await fieldsOf({ text: 'x'.repeat(4_001) })).toEqual(['text']);
    const { admin, partner, stranger } = scene.people;
    expect(await fieldsOf({ text: 'x', mentionIds: [admin.id, partner.id, stranger.id, 999_999] })).toEqual([
      'mentionIds.1',
      'mentionIds.2',
      'mentionIds.3',
    ]);
  });

  it('show drivers and guides only those that are flagged, pinned ones first', async () => {
    await added('staff', { text: 'Pays late' });
    await added('staff', { text: 'Blue gate', isForCrew: true });
    await added('staff', { text: 'Wheelchair', isForCrew: true, isPinned: true });
    expect((await crewNotes(database.db, [orderId])).map(({ text }) => text)).toEqual(['Wheelchair', 'Blue gate']);
  });
});

describe('mentions', () => {
  it('are unread until the colleague reads the order, and stay read when the note is edited', async () => {
    const { admin, colleague, staff } = scene.people;
    const { id } = await added('staff', { text: '@Ada look', mentionIds: [admin.id, staff.id] });
    const of = async (who: Who) => {
      const context = await scene.as(who);
      const { notes, unreadMentions } = await answer<{ notes: Note[]; unreadMentions: number }>(MENTIONS, {}, context);
      return [notes.map((note) => [note.id, note.isUnread]), unreadMentions];
    };
    expect(await of('admin')).toEqual([[[id, true]], 1]);
    // Nobody has to read the own words.
    expect(await of('staff')).toEqual([[[id, false]], 0]);
    expect(await answer(READ, { orderId }, await scene.as('admin'))).toEqual({ readOrderNotes: 1 });
    expect(await of('admin')).toEqual([[[id, false]], 0]);
    const input = { text: '@Ada @Cas look', mentionIds: [admin.id, colleague.id] };
    await answer(CHANGE, { id, input }, await scene.as('staff'));
    expect(await of('admin')).toEqual([[[id, false]], 0]);
    expect(await of('colleague')).toEqual([[[id, true]], 1]);
    expect(await of('staff')).toEqual([[], 0]);
    await answer(DELETE, { id }, await scene.as('staff'));
    expect(await of('colleague')).toEqual([[], 0]);
  });

  it('of somebody who has left since stay when the note is edited, and are new to no note', async () => {
    const former = await scene.someone(['console.access', 'orders.view-all']);
    const input = { text: '@Former look', mentionIds: [former.id] };
    const { id } = await added('staff', input);
    await database.db.user.update({ where: { id: former.id }, data: { disabledAt: new Date() } });
    const both = [former.id, scene.people.admin.id];
    const { note } = await answer<{ note: { mentions: { id: number }[] } }>(
      CHANGE,
      { id, input: { text: 'Look', mentionIds: both } },
      await scene.as('staff'),
    );
    expect(note.mentions.map((each) => each.id).sort()).toEqual(both.sort());
    const { fields } = await refusal(ADD, { orderId, input }, await scene.as('staff'));
    expect(fields?.map(({ path }) => path.join('.'))).toEqual(['mentionIds.0']);
    await answer(CHANGE, { id, input: { mentionIds: [] } }, await scene.as('staff'));
    expect((await refusal(CHANGE, { id, input }, await scene.as('staff'))).fields).toHaveLength(1);
  });

  it('reach all staff of the organization, and nobody else', async () => {
    const { noteReaders } = await answer<{ noteReaders: { id: number }[] }>(
      READERS,
      { orderId },
      await scene.as('staff'),
    );
    const { admin, colleague, clerk, staff } = scene.people;
    const ids = noteReaders.map(({ id }) => id).sort((one, other) => one - other);
    expect(ids).toEqual([admin.id, colleague.id, clerk.id, staff.id]);
  });
});

/** The access to the notes of an order by actor: reads and adds; pins, edits and deletes the note of a colleague. */
const TABLE: [who: Who, reads: boolean, pins: boolean, edits: boolean, deletes: boolean][] = [
  ['staff', true, true, true, true],
  ['colleague', true, true, false, true],
  ['clerk', false, false, false, false],
  ['partner', false, false, false, false],
  ['driver', false, false, false, false],
  ['guest', false, false, false, false],
  ['outsider', false, false, false, false],
  ['stranger', false, false, false, false],
];

it.each(TABLE)('access by %s: reads %s, pins %s, edits %s, deletes %s', async (who, reads, pins, edits, deletes) => {
  const { id } = await added('staff', { text: 'Secret' });
  const context = await scene.as(who);
  const outcome = async (text: string, variables: object) =>
    answer(text, { ...variables }, context).then(
      () => true,
      () => false,
    );
  expect(await outcome(LIST, { orderId })).toBe(reads);
  expect(await outcome(READERS, { orderId })).toBe(reads);
  expect(await outcome(READ, { orderId })).toBe(reads);
  expect(await outcome(ADD, { orderId, input: { text: 'x' } })).toBe(reads);
  expect(await outcome(CHANGE, { id, input: { isPinned: true } })).toBe(pins);
  for (const input of [{ text: 'y' }, { isForCrew: true }, { mentionIds: [] }])
    expect(await outcome(CHANGE, { id, input })).toBe(edits);
  expect(await outcome(DELETE, { id })).toBe(deletes);
});
