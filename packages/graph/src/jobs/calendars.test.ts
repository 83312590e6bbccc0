import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { BOARD, type DispatchScene, dispatchScene } from '../testing/dispatch.ts';
import { answer, refusal } from '../testing/run.ts';

const CALENDAR =
  'personId organizationId mayChange workingHours { weekday from to } absences { id: absenceId from until reason }';
const READ = `query ($personId: SafeInt!, $organizationId: SafeInt!, $from: Date, $to: Date) {
  calendar: personCalendar(personId: $personId, organizationId: $organizationId, from: $from, to: $to) { ${CALENDAR} } }`;
const HOURS = `mutation ($personId: SafeInt!, $organizationId: SafeInt!, $hours: [WorkingHoursInput!]!) {
  calendar: setWorkingHours(personId: $personId, organizationId: $organizationId, hours: $hours) { calendar { ${CALENDAR} } } }`;
const ADD = `mutation ($personId: SafeInt!, $organizationId: SafeInt!, $input: AbsenceInput!) {
  calendar: addAbsence(personId: $personId, organizationId: $organizationId, input: $input) { calendar { ${CALENDAR} } } }`;
const CHANGE = `mutation ($id: SafeInt!, $input: AbsenceInput!) {
  calendar: changeAbsence(id: $id, input: $input) { calendar { ${CALENDAR} } } }`;
const DELETE = `mutation ($id: SafeInt!) { calendar: deleteAbsence(id: $id) { calendar { ${CALENDAR} } } }`;

type Calendar = {
  mayChange: boolean;
  workingHours: { weekday: number; from: string; to: string }[];
  absences: { id: number; from: string; until: string; reason: string }[];
};

let database: TestDatabase;
let scene: DispatchScene;
let of: { personId: number; organizationId: number };

beforeAll(async () => {
  database = await testDatabase();
  scene = await dispatchScene(database);
  of = { personId: scene.ann.id, organizationId: (await scene.make.home()).id };
});
afterAll(() => database.drop());

const calendarBy = async (text: string, variables: object, as: Context = scene.context) =>
  (await answer<{ calendar: Calendar }>(text, { ...variables }, as)).calendar;
const shift = (weekday: number, from: string, to: string) => ({ weekday, from, to });
const lastAudit = () => database.db.auditEntry.findFirstOrThrow({ orderBy: { id: 'desc' } });

describe('working hours', () => {
  it('are replaced as a whole, and recorded', async () => {
    await calendarBy(HOURS, { ...of, hours: [shift(1, '09:00', '17:00')] });
    const calendar = await calendarBy(HOURS, {
      ...of,
      hours: [shift(2, '22:00', '06:00'), shift(1, '09:00', '12:00')],
    });
    expect(calendar.workingHours).toEqual([shift(1, '09:00:00', '12:00:00'), shift(2, '22:00:00', '06:00:00')]);
    expect(await lastAudit()).toMatchObject({
      action: 'calendar.working-hours',
      entity: 'user',
      entityId: of.personId,
      before: { hours: ['1 09:00–17:00'] },
      after: { hours: ['1 09:00–12:00', '2 22:00–06:00'] },
    });
    expect((await calendarBy(HOURS, { ...of, hours: [] })).workingHours).toEqual([]);
  });

  it('are refused where they overlap, also from Sunday to Monday, and on unknown weekdays', async () => {
    const fieldOf = async (hours: object[]) =>
      (await refusal(HOURS, { ...of, hours }, scene.context)).fields?.[0]?.path;
    expect(await fieldOf([shift(1, '09:00', '12:00'), shift(1, '11:00', '14:00')])).toEqual(['hours', 1]);
    expect(await fieldOf([shift(1, '05:00', '12:00'), shift(7, '22:00', '06:00')])).toEqual(['hours', 1]);
    expect(await fieldOf([shift(1, '09:00', '09:00'), shift(2, '08:00', '10:00')])).toEqual(['hours', 1]);
    expect(await fieldOf([shift(8, '09:00', '12:00')])).toEqual(['hours', 0, 'weekday']);
    expect(await fieldOf(Array.from({ length: 43 }, () => shift(1, '09:00', '12:00')))).toEqual(['hours']);
    await calendarBy(HOURS, { ...of, hours: [shift(1, '09:00', '12:00'), shift(1, '12:00', '14:00')] });
  });
});

describe('absences', () => {
  const input = { from: '2026-06-10 00:00:00', until: '2026-06-12 00:00:00', reason: ' ill ' };

  it('are added, changed and deleted, and recorded', async () => {
    const added = await calendarBy(ADD, { ...of, input });
    expect(added.absences).toMatchObject([{ from: input.from, until: input.until, reason: 'ill' }]);
    const id = added.absences[0]?.id;
    const changed = await calendarBy(CHANGE, { id, input: { ...input, until: '2026-06-13 00:00:00' } });
    expect(changed.absences).toMatchObject([{ id, until: '2026-06-13 00:00:00' }]);
    expect(await lastAudit()).toMatchObject({ action: 'calendar.change-absence', before: { hasReason: true } });
    expect((await calendarBy(READ, { ...of, from: '2026-06-13', to: '2026-06-14' })).absences).toEqual([]);
    expect((await calendarBy(READ, { ...of, from: '2026-06-12', to: '2026-06-12' })).absences).toHaveLength(1);
    const { board } = await answer<{ board: { calendars: { absences: object[] }[] } }>(
      'query { board: dispatchBoard(from: "2026-06-12", to: "2026-06-12") { calendars { personId absences { reason } } } }',
      {},
      scene.context,
    );
    expect(board.calendars).toMatchObject([{ personId: of.personId, absences: [{ reason: 'ill' }] }]);
    expect((await calendarBy(DELETE, { id })).absences).toEqual([]);
    expect(await refusal(DELETE, { id }, scene.context)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('end after they start, with a short reason', async () => {
    const fields = async (values: object) =>
      (await refusal(ADD, { ...of, input: { ...input, ...values } }, scene.context)).fields?.map(({ path }) => path);
    expect(await fields({ until: input.from })).toEqual([['input', 'until']]);
    expect(await fields({ reason: 'x'.repeat(201) })).toEqual([['input', 'reason']]);
  });
});

describe('access', () => {
  it('is for staff, and changes for those who see all orders', async () => {
    const { make } = scene;
    const elsewhere = await make.organization();
    const contextWith = async (permissions: string[], more = {}) =>
      contextFor(database.db, (await make.userWith(permissions, more)).id);
    const reader = await contextWith(['console.access']);
    const partner = await contextWith(['orders.view-all']);
    const foreigner = await contextWith(['orders.view-all', 'console.access'], { organizationId: elsewhere.id });
    expect(await calendarBy(READ, of, reader)).toMatchObject({ mayChange: false });
    for (const stranger of [partner, foreigner, scene.context && (await contextFor(database.db, scene.ann.id))])
      expect(await refusal(READ, of, stranger)).toMatchObject({ code: 'NOT_FOUND' });
    const input = { from: '2026-06-10 00:00:00', until: '2026-06-12 00:00:00' };
    expect(await refusal(ADD, { ...of, input }, reader)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(HOURS, { ...of, hours: [] }, foreigner)).toMatchObject({ code: 'NOT_FOUND' });
    const { absences } = await calendarBy(ADD, { ...of, input });
    const id = absences[0]?.id;
    expect(await refusal(CHANGE, { id, input }, foreigner)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(DELETE, { id }, reader)).toMatchObject({ code: 'FORBIDDEN' });
    const outsider = await make.userWith([], { organizationId: elsewhere.id });
    expect(await refusal(READ, { ...of, personId: outsider.id }, scene.context)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(BOARD, { from: '2026-06-10', to: '2026-06-10' }, partner)).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
