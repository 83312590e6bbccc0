import { describe, expect, it } from 'vitest';
import {
  isNarrowed,
  loadDeliveryFilters,
  loadEventFilters,
  toDeliveryVariables,
  toEventVariables,
  withDeliveryFilters,
  withEventFilters,
} from './record-filters.ts';

const read = (search: string) => loadDeliveryFilters(new URLSearchParams(search));

describe('the filters of events and deliveries', () => {
  it('are unchanged after serializing and parsing', () => {
    const search =
      'q=zo%C3%AB&order=17&endpoint=3&status=failed,skipped&from=2026-11-20T15:30&cause=repeat&page=2&perPage=50';
    const filters = read(search);
    expect(read(withDeliveryFilters('', filters))).toEqual(filters);
    expect(withEventFilters('/webhooks/events', loadEventFilters(new URLSearchParams('page=1')))).toBe(
      '/webhooks/events',
    );
  });

  it('ignore invalid values', () => {
    const filters = read('order=-1&endpoint=x&status=lost&from=2026-02-30T10:00&cause=why&page=0&perPage=7');
    expect(filters).toEqual(read(''));
    expect(isNarrowed(filters)).toBe(false);
  });

  it('convert times from the organization’s time zone to instants', () => {
    expect(
      toDeliveryVariables(read('q= a &order=17&status=failed&cause=test&from=2026-11-20T15:30'), 'Europe/Amsterdam'),
    ).toEqual({
      filter: {
        search: 'a',
        orderIds: [17],
        statuses: ['failed'],
        causes: ['test'],
        since: '2026-11-20T14:30:00.000Z',
      },
      page: 1,
      perPage: 25,
    });
    const events = loadEventFilters(new URLSearchParams('endpoint=3&to=2026-11-20T15:30&page=4'));
    expect(toEventVariables(events, 'UTC')).toEqual({
      filter: { endpointIds: [3], until: '2026-11-20T15:30:00.000Z' },
      page: 4,
      perPage: 25,
    });
  });

  it.each([
    'q=a',
    'order=1',
    'endpoint=1',
    'status=failed',
    'cause=test',
    'from=2026-11-20T15:30',
    'to=2026-11-20T15:30',
  ])('count %s as narrowing', (search) => expect(isNarrowed(read(search))).toBe(true));
  it('do not count pages or blanks as narrowing', () =>
    expect(isNarrowed(read('q=%20&page=3&perPage=50'))).toBe(false));
});
