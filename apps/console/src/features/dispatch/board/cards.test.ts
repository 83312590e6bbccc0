import { describe, expect, it } from 'vitest';
import { english } from '#lib/testing/english.ts';
import type { Board, Job } from '../board-query.ts';
import { absenceText } from './card-text.ts';
import { axisOf, type Card, lanesOf, placed } from './cards.ts';

const DAY = '2026-11-24';
function job(id: number, more: Partial<Job> = {}): Job {
  return {
    id: `pickup:${id}`,
    task: 'pickup',
    day: DAY,
    time: '08:00:00',
    startsAt: `${DAY}T07:00:00.000Z`,
    endsAt: `${DAY}T08:30:00.000Z`,
    isEstimated: true,
    timeZone: 'Europe/Amsterdam',
    personId: null,
    publishedPersonId: null,
    isDrafted: false,
    isStale: false,
    departure: `${id}`,
    passengerCount: 2,
    crew: null,
    place: null,
    order: {
      id,
      status: 'Booked',
      referenceCode: null,
      city: { name: 'Amsterdam' },
      passengers: [],
      bookedDetails: null,
    },
    ...more,
  };
}
const board = (jobs: Job[], clashes: Board['clashes'] = []): Board => ({
  jobs,
  clashes,
  drivers: [{ id: 1, name: 'Ann' }],
  guides: [{ id: 2, name: 'Ben' }],
  calendars: [],
  crewWithdrawals: [],
  otherDrafts: [],
});

describe('lanes', () => {
  it('group the transfers of a day by driver, one card each, with unassigned transfers first', () => {
    const jobs = [job(1), job(2, { personId: 1 }), job(3, { day: '2026-11-25' }), job(4, { task: 'guide' })];
    const lanes = lanesOf(english, board(jobs), 'drivers', DAY);
    expect(lanes.map(({ name, cards }) => [name, cards.map(({ jobs: [one] }) => one.order.id)])).toEqual([
      ['Unassigned', [1]],
      ['Ann', [2]],
    ]);
    expect(lanes[0]?.cards[0]).toMatchObject({ from: 480, to: 570, passengerCount: 2 });
  });

  it('group departures by guide, with one card for the orders of a departure that share a guide', () => {
    const guided = (id: number, personId: number | null) =>
      job(id, { task: 'guide', id: `guide:${id}`, departure: 'boat', personId });
    const [unassigned, ben] = lanesOf(english, board([guided(1, 2), guided(2, 2), guided(3, null)]), 'guides', DAY);
    expect(ben?.cards.map(({ jobs, passengerCount }) => [jobs.length, passengerCount])).toEqual([[2, 4]]);
    expect(unassigned?.cards).toHaveLength(1);
  });

  it('attach to each card the clashes that it is part of', () => {
    const [one, two] = [job(1, { personId: 1 }), job(2, { personId: 1 })];
    const [, ann] = lanesOf(
      english,
      board([one, two, job(3, { personId: 1 })], [{ severity: 'tight', personId: 1, text: '', jobs: [one, two] }]),
      'drivers',
      DAY,
    );
    expect(ann?.cards.map(({ clashes }) => clashes.length)).toEqual([1, 1, 0]);
  });
});

describe('the axis', () => {
  it('covers a working day and extends to cards outside it', () => {
    const at = (from: number, to: number) => [
      { personId: null, name: '', cards: [{ from, to } as Card], absences: [] },
    ];
    expect(axisOf([])).toEqual({ first: 7, last: 19 });
    expect(axisOf(at(6 * 60 + 30, 7 * 60))).toEqual({ first: 6, last: 19 });
    expect(axisOf(at(23 * 60 + 45, 24 * 60))).toEqual({ first: 7, last: 24 });
  });

  it('places cards without overlap and within its bounds', () => {
    const card = (from: number | null, to: number | null) => ({ from, to }) as Card;
    const { placed: found, rows } = placed(
      [
        card(8 * 60, 10 * 60),
        card(9 * 60, 9 * 60),
        card(10 * 60, 11 * 60),
        card(null, null),
        card(18 * 60 + 55, 19 * 60),
      ],
      { first: 7, last: 19 },
      10,
    );
    expect(rows).toBe(2);
    expect(found.map(({ row }) => row)).toEqual([0, 1, 0, 0]);
    expect(found.at(-1)?.left).toBeCloseTo(90);
    for (const { left, width } of found) expect(left + width).toBeLessThanOrEqual(100.001);
  });
});

describe('an absence', () => {
  const absence = (from: string, until: string) => ({ id: 1, from, until, reason: 'ill' });
  const calendars = [
    { personId: 1, workingHours: [], absences: [absence('2026-11-23 12:00:00', '2026-11-24 09:30:00')] },
    { personId: 2, workingHours: [], absences: [absence('2026-11-25 00:00:00', '2026-11-26 00:00:00')] },
  ];

  it('is shown in the lane of its person on the days that it touches', () => {
    const absencesOf = (day: string) =>
      lanesOf(english, { ...board([]), calendars }, 'drivers', day).map(({ personId, absences }) => [
        personId,
        absences.length,
      ]);
    expect([absencesOf(DAY), absencesOf('2026-11-25')]).toEqual([
      [
        [null, 0],
        [1, 1],
      ],
      [
        [null, 0],
        [1, 0],
      ],
    ]);
  });

  it('says when it starts and ends on the day', () => {
    const text = (from: string, until: string) => absenceText(english, 'en-GB', absence(from, until), DAY);
    expect(text('2026-11-23 12:00:00', '2026-11-24 09:30:00')).toBe('Absent until 09:30 (ill)');
    expect(text('2026-11-24 12:00:00', '2026-11-26 00:00:00')).toBe('Absent from 12:00 (ill)');
    expect(text('2026-11-24 00:00:00', '2026-11-27 00:00:00')).toBe('Absent until 26 Nov 2026 (ill)');
    expect(text('2026-11-24 00:00:00', '2026-11-25 00:00:00')).toBe('Absent all day (ill)');
  });
});
