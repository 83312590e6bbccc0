import { describe, expect, it } from 'vitest';
import { fieldFaults, Problem, problemOf } from './problem.ts';

const refused = (fields: unknown) => problemOf('The given data was invalid.', { code: 'VALIDATION', fields });

describe('fieldFaults', () => {
  it('names the field by its path inside of the form, and keeps what was said first', () => {
    const problem = refused([
      { path: ['input', 'url'], message: 'must be a valid URL.' },
      { path: ['input', 'url'], message: 'is too long.' },
      { path: ['input', 'leader', 'email'], message: 'is required.' },
      { path: ['organizationId'], message: 'is required.' },
    ]);
    expect(fieldFaults(problem)).toEqual({
      url: 'must be a valid URL.',
      'leader.email': 'is required.',
      organizationId: 'is required.',
    });
  });

  it('says nothing where nothing is said, or what is said makes no sense', () => {
    expect(fieldFaults(refused(undefined))).toEqual({});
    expect(fieldFaults(refused([null, { path: 'url', message: 'x' }, { path: [] }]))).toEqual({});
    expect(fieldFaults(new Problem('conflict', 'Too late.'))).toEqual({});
    expect(fieldFaults(new TypeError())).toEqual({});
  });
});
