import { describe, expect, it } from 'vitest';
import { english } from '#lib/testing/english.ts';
import { healthOf, isTaken, outcomeOf, successShare, totalOf } from './endpoint-health.ts';

const [EARLY, LATE] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z'];

describe('healthOf', () => {
  it.each([
    [{ disabledAt: LATE, failingSince: EARLY, lastSuccessAt: EARLY, lastFailureAt: LATE }, 'off'],
    [{ disabledAt: null, failingSince: EARLY, lastSuccessAt: null, lastFailureAt: LATE }, 'failing'],
    [{ disabledAt: null, failingSince: LATE, lastSuccessAt: EARLY, lastFailureAt: LATE }, 'failing'],
    // It accepted a delivery since it began to fail.
    [{ disabledAt: null, failingSince: EARLY, lastSuccessAt: LATE, lastFailureAt: EARLY }, 'healthy'],
    [{ disabledAt: null, failingSince: null, lastSuccessAt: EARLY, lastFailureAt: null }, 'healthy'],
    // Disabled after failures, and enabled again.
    [{ disabledAt: null, failingSince: null, lastSuccessAt: null, lastFailureAt: EARLY }, 'untaken'],
    [{ disabledAt: null, failingSince: null, lastSuccessAt: null, lastFailureAt: null }, 'unused'],
  ])('%j', (facts, health) => expect(healthOf(facts)).toBe(health));
});

describe('an attempt', () => {
  it('is accepted only by a complete response with a success status', () => {
    expect([200, 204, 299].every((responseStatus) => isTaken({ responseStatus, error: null }))).toBe(true);
    expect([199, 300, 410, 500].some((responseStatus) => isTaken({ responseStatus, error: null }))).toBe(false);
    expect(isTaken({ responseStatus: 200, error: 'The connection was closed.' })).toBe(false);
    expect(isTaken({ responseStatus: null, error: 'The name is not known.' })).toBe(false);
  });

  it('has an outcome text', () => {
    expect(outcomeOf(english, { responseStatus: 500, error: null })).toBe('HTTP 500');
    expect(outcomeOf(english, { responseStatus: null, error: 'The name is not known.' })).toBe(
      'The name is not known.',
    );
    expect(outcomeOf(english, { responseStatus: 200, error: 'It broke off.' })).toBe('HTTP 200, then: It broke off.');
  });
});

describe('the share of successes', () => {
  it('is 100 % only when nothing failed', () => {
    expect(successShare('en-GB', { succeeded: 5, failed: 0 })).toBe('100 %');
    expect(successShare('en-GB', { succeeded: 99_999, failed: 1 })).toBe('99.9 %');
    expect(successShare('en-GB', { succeeded: 0, failed: 3 })).toBe('0 %');
    expect(successShare('en-GB', totalOf([]))).toBeUndefined();
    expect(
      totalOf([
        { succeeded: 1, failed: 2 },
        { succeeded: 3, failed: 0 },
      ]),
    ).toEqual({ succeeded: 4, failed: 2 });
  });
});
