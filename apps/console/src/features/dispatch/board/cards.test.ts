import { describe, expect, it } from 'vitest';
import type { Board, Job } from '../board-query.ts';
import { clashText } from './card-text.ts';
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
    place: null,
    order: { id, referenceCode: null, city: { name: 'Amsterdam' }, passengers: [], bookedDetails: null },
    ...more,
  };
}
const board = (jobs: Job[], clashes: Board['clashes'] = []): Board => ({
  jobs,
  clashes,
  drivers: [{ id: 1, name: 'Ann' }],
  guides: [{ id: 2, name: 'Ben' }],
});

describe('lanes', () => {
  it('group the transfers of a day by driver, one card each, with unassigned transfers first', () => {
    const jobs = [job(1), job(2, { personId: 1 }), job(3, { day: '2026-11-25' }), job(4, { task: 'guide' })];
    const lanes = lanesOf(board(jobs), 'drivers', DAY);
    expect(lanes.map(({ name, cards }) => [name, cards.map(({ jobs: [one] }) => one.order.id)])).toEqual([
      ['Unassigned', [1]],
      ['Ann', [2]],
    ]);
    expect(lanes[0]?.cards[0]).toMatchObject({ from: 480, to: 570, passengerCount: 2 });
  });

  it('group departures by guide, with one card for the orders of a departure that share a guide', () => {
    const guided = (id: number, personId: number | null) =>
      job(id, { task: 'guide', id: `guide:${id}`, departure: 'boat', personId });
    const [unassigned, ben] = lanesOf(board([guided(1, 2), guided(2, 2), guided(3, null)]), 'guides', DAY);
    expect(ben?.cards.map(({ jobs, passengerCount }) => [jobs.length, passengerCount])).toEqual([[2, 4]]);
    expect(unassigned?.cards).toHaveLength(1);
  });

  it('attach to each card the clashes that it is part of', () => {
    const [one, two] = [job(1, { personId: 1 }), job(2, { personId: 1 })];
    const clash = { kind: 'overlap', personId: 1, jobs: [one, two] } as const;
    const [, ann] = lanesOf(
      board([one, two, job(3, { personId: 1 })], [{ ...clash, jobs: [one, two] }]),
      'drivers',
      DAY,
    );
    expect(ann?.cards.map(({ clashes }) => clashes.length)).toEqual([1, 1, 0]);
  });
});

describe('the axis', () => {
  it('covers a working day and extends to cards outside it', () => {
    const at = (from: number, to: number) => [{ personId: null, name: '', cards: [{ from, to } as Card] }];
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

describe('the text of a clash', () => {
  const at = (id: number, time: string, timeZone: string) => job(id, { personId: 1, time, timeZone });
  const sentence = (one: Job, two: Job) =>
    clashText(board([one, two]), { kind: 'overlap', personId: 1, jobs: [one, two] }, 'en-GB');

  it('names the time zones only if those of its jobs differ', () => {
    const lisbon = at(1, '16:20:00', 'Europe/Lisbon');
    expect(sentence(lisbon, at(2, '17:20:00', 'Europe/Amsterdam'))).toBe(
      'Ann has two jobs that overlap: pickup of order 1 at 16:20 (Europe/Lisbon) and pickup of order 2 at 17:20 (Europe/Amsterdam).',
    );
    expect(sentence(lisbon, at(2, '16:30:00', 'Europe/Lisbon'))).toContain('order 1 at 16:20 and pickup of order 2 at');
  });
});
