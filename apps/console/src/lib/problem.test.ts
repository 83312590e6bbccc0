import { describe, expect, it } from 'vitest';
import { fieldErrorsOf, Problem, problemOf } from './problem.ts';
import { problemText } from './problem-text.ts';
import { english } from './testing/english.ts';

const refused = (fields: unknown) => problemOf('The given data was invalid.', { code: 'VALIDATION', fields });

describe('fieldErrorsOf', () => {
  it('uses the path within the form as key, and keeps the first message of a field', () => {
    const problem = refused([
      { path: ['input', 'url'], message: 'must be a valid URL.' },
      { path: ['input', 'url'], message: 'is too long.' },
      { path: ['input', 'leader', 'email'], message: 'is required.' },
      { path: ['organizationId'], message: 'is required.' },
    ]);
    expect(fieldErrorsOf(problem)).toEqual({
      url: 'must be a valid URL.',
      'leader.email': 'is required.',
      organizationId: 'is required.',
    });
  });

  it('returns no errors for missing or malformed fields', () => {
    expect(fieldErrorsOf(refused(undefined))).toEqual({});
    expect(fieldErrorsOf(refused([null, { path: 'url', message: 'x' }, { path: [] }]))).toEqual({});
    expect(fieldErrorsOf(new Problem('conflict', 'Too late.'))).toEqual({});
    expect(fieldErrorsOf(new TypeError())).toEqual({});
  });
});

describe('problemOf', () => {
  it('distinguishes an unknown outcome from an unavailable server', () => {
    const away = { code: 'UNAVAILABLE', retryAfter: 2 };
    expect(problemOf('Not now.', away).kind).toBe('unreachable');
    const problem = problemOf('It is not known.', { ...away, outcome: 'unknown' });
    expect(problem.kind).toBe('uncertain');
    expect(problemText(english, problem)).toBe('It is not known.');
  });
});
