import { describe, expect, it } from 'vitest';
import { fieldErrorsOf, Problem, problemOf } from './problem.ts';
import { problemText } from './problem-text.ts';

const refused = (fields: unknown) => problemOf('The given data was invalid.', { code: 'VALIDATION', fields });

describe('fieldErrorsOf', () => {
  it('names the field by its path inside of the form, and keeps what was said first', () => {
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

  it('says nothing where nothing is said, or what is said makes no sense', () => {
    expect(fieldErrorsOf(refused(undefined))).toEqual({});
    expect(fieldErrorsOf(refused([null, { path: 'url', message: 'x' }, { path: [] }]))).toEqual({});
    expect(fieldErrorsOf(new Problem('conflict', 'Too late.'))).toEqual({});
    expect(fieldErrorsOf(new TypeError())).toEqual({});
  });
});

describe('problemOf', () => {
  it('tells a change that may have been made from a server that is away', () => {
    const away = { code: 'UNAVAILABLE', retryAfter: 2 };
    expect(problemOf('Not now.', away).kind).toBe('unreachable');
    const problem = problemOf('It is not known.', { ...away, outcome: 'unknown' });
    expect(problem.kind).toBe('uncertain');
    expect(problemText(problem)).toBe('It is not known.');
  });
});
