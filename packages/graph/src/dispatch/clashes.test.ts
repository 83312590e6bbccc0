import { describe, expect, it } from 'vitest';
import { clashesAmong, type TimedJob } from './clashes.ts';

let next = 0;
/** A job of the same person between two times of a day, each for a separate departure by default. */
function job(from: string, to: string | null, more: Partial<TimedJob> = {}): TimedJob {
  next += 1;
  const at = (time: string) => new Date(time.includes('T') ? time : `2026-06-10T${time}Z`);
  const departure = `departure ${next}`;
  return {
    id: `job ${next}`,
    task: 'pickup',
    personId: 1,
    startsAt: at(from),
    day: new Date('2026-06-10'),
    endsAt: to === null ? null : at(to),
    departure,
    place: null,
    ...more,
  };
}
const kinds = (...jobs: TimedJob[]) => clashesAmong(jobs).map(({ kind }) => kind);

describe('jobs of one person', () => {
  it('clash when they overlap, in any order of input', () => {
    const [one, two] = [job('08:00', '09:00'), job('08:30', '09:30')];
    expect(clashesAmong([two, one])).toEqual([{ kind: 'overlap', personId: 1, jobs: [one, two] }]);
    expect(kinds(job('08:00', '12:00'), job('09:00', '10:00'))).toEqual(['overlap']);
    expect(kinds(job('08:00', '09:00'), job('08:00', '09:00'))).toEqual(['overlap']);
  });

  it('do not clash when they touch, to the second', () => {
    expect(kinds(job('08:00', '09:00'), job('09:00', '10:00'))).toEqual([]);
    expect(kinds(job('08:00', '09:00:01'), job('09:00', '10:00'))).toEqual(['overlap']);
  });

  it('do not clash with those of others', () => {
    expect(kinds(job('08:00', '09:00'), job('08:00', '09:00', { personId: 2 }))).toEqual([]);
  });

  it('without a known end may clash with a job that begins later on that day', () => {
    const [unknown, later] = [job('08:00', null), job('11:00', '12:00')];
    expect(clashesAmong([later, unknown])).toEqual([{ kind: 'unknownEnd', personId: 1, jobs: [unknown, later] }]);
    expect(kinds(job('07:00', '08:00'), job('08:00', null))).toEqual([]);
    expect(kinds(job('08:00', null), job('08:00', null))).toEqual(['overlap']);
    const tomorrow = { startsAt: new Date('2026-06-11T09:00:00Z'), day: new Date('2026-06-11') };
    expect(kinds(job('08:00', null), job('09:00', null, tomorrow))).toEqual([]);
  });

  it('of which only the start is known clash with a job that contains that instant', () => {
    expect(kinds(job('08:30', '08:30'), job('08:00', '09:00'))).toEqual(['overlap']);
    expect(kinds(job('09:00', '09:00'), job('08:00', '09:00'))).toEqual([]);
    expect(kinds(job('08:00', '08:00'), job('08:00', '09:00'))).toEqual(['overlap']);
    expect(kinds(job('08:00', '08:00'), job('08:00', '08:00'))).toEqual(['overlap']);
  });

  it('that begin at the same instant in different places clash as two places', () => {
    expect(kinds(job('08:00', '09:00', { place: 'a' }), job('08:00', '08:30', { place: 'b' }))).toEqual(['twoPlaces']);
    expect(kinds(job('08:00', '09:00', { place: 'a' }), job('08:00', '08:30', { place: 'a' }))).toEqual(['overlap']);
    expect(kinds(job('08:00', '09:00', { place: 'a' }), job('08:10', '08:30', { place: 'b' }))).toEqual(['overlap']);
  });

  it('overlap across midnight', () => {
    const late = job('2026-06-10T23:30:00Z', '2026-06-11T00:15:00Z');
    expect(kinds(late, job('2026-06-11T00:00:00Z', '2026-06-11T01:00:00Z'))).toEqual(['overlap']);
    expect(kinds(late, job('2026-06-11T00:15:00Z', '2026-06-11T01:00:00Z'))).toEqual([]);
  });

  it('are compared with all other jobs, not only with the next one', () => {
    expect(kinds(job('08:00', '12:00'), job('09:00', '09:30'), job('10:00', '10:30'))).toEqual(['overlap', 'overlap']);
  });
});

describe('jobs for one departure', () => {
  const shared = { departure: 'the boat' };
  it('do not clash: one vehicle for all guests, one guide for all orders', () => {
    expect(kinds(job('08:00', '09:00', shared), job('08:10', '09:00', shared))).toEqual([]);
    expect(
      kinds(job('08:00', '09:00', { ...shared, task: 'guide' }), job('08:00', '09:00', { ...shared, task: 'guide' })),
    ).toEqual([]);
    expect(kinds(job('08:00', '09:30', shared), job('09:00', '11:00', { ...shared, task: 'guide' }))).toEqual([]);
  });

  it('clash when guests wait in different places at the same instant', () => {
    const [here, there] = [
      { ...shared, place: 'a' },
      { ...shared, place: 'b' },
    ];
    expect(kinds(job('08:00', '09:00', here), job('08:00', '09:00', there))).toEqual(['twoPlaces']);
    expect(kinds(job('08:00', '09:00', here), job('08:00', '09:00', here))).toEqual([]);
  });

  it('clash when guests are to be brought back before they have arrived', () => {
    expect(kinds(job('08:00', '10:00', shared), job('09:00', '09:30', { ...shared, task: 'dropoff' }))).toEqual([
      'overlap',
    ]);
  });
});
