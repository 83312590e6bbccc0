import { describe, expect, it } from 'vitest';
import { type AuditFilters, isNarrowed, toVariables, withAuditFilters } from './audit-filters.ts';

const NONE: AuditFilters = {
  q: '',
  actor: null,
  of: null,
  id: null,
  action: null,
  door: null,
  batch: null,
  from: null,
  to: null,
  page: 1,
};

describe('the filters of the audit log', () => {
  it('ask for days by the clock of the office, both included', () => {
    const { filter } = toVariables({ ...NONE, from: '2026-10-24', to: '2026-10-25' }, 'Europe/Amsterdam');
    // The clock is put back in the night to the 25th.
    expect(filter).toMatchObject({ since: '2026-10-23T22:00:00.000Z', until: '2026-10-25T23:00:00.000Z' });
  });

  it('ask for a thing under all names by which the log knows it', () => {
    const { filter } = toVariables({ ...NONE, of: 'person', id: 7, q: ' text ' }, 'UTC');
    expect(filter).toMatchObject({ entities: ['user', 'users'], entityIds: [7], search: 'text', actorIds: null });
  });

  it('stand in an address, and narrow unless they are of a page', () => {
    expect(withAuditFilters('/audit', { of: 'person', id: 7 })).toBe('/audit?of=person&id=7');
    expect([isNarrowed(NONE), isNarrowed({ ...NONE, page: 3 }), isNarrowed({ ...NONE, door: 'api' })]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
