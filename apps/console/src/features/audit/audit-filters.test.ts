import { describe, expect, it } from 'vitest';
import { type AuditFilters, isNarrowed, toVariables, withAuditFilters } from './audit-filters.ts';

const NONE: AuditFilters = {
  q: '',
  actor: null,
  of: null,
  id: null,
  action: null,
  channel: null,
  address: null,
  batch: null,
  from: null,
  to: null,
  page: 1,
};

describe('the filters of the audit log', () => {
  it('convert days to instants in the organization’s time zone, both days included', () => {
    const { filter } = toVariables({ ...NONE, from: '2026-10-24', to: '2026-10-25' }, 'Europe/Amsterdam');
    // Daylight saving time ends in the night to the 25th.
    expect(filter).toMatchObject({ since: '2026-10-23T22:00:00.000Z', until: '2026-10-25T23:00:00.000Z' });
  });

  it('query a resource by every entity name that the log uses for it', () => {
    const { filter } = toVariables({ ...NONE, of: 'person', id: 7, q: ' text ' }, 'UTC');
    expect(filter).toMatchObject({ entities: ['user', 'users'], entityIds: [7], search: 'text', actorIds: null });
    expect(toVariables({ ...NONE, address: '2001:db8::7' }, 'UTC').filter).toMatchObject({
      addresses: ['2001:db8::7'],
    });
  });

  it('are serialized into the URL, and count as narrowing unless only the page is set', () => {
    expect(withAuditFilters('/audit', { of: 'person', id: 7 })).toBe('/audit?of=person&id=7');
    expect([isNarrowed(NONE), isNarrowed({ ...NONE, page: 3 }), isNarrowed({ ...NONE, channel: 'api' })]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
