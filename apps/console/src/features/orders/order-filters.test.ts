import { describe, expect, it } from 'vitest';
import { isNarrowed, loadOrderFilters, toVariables, withOrderFilters } from './order-filters.ts';

const read = (search: string) => loadOrderFilters(new URLSearchParams(search));

describe('the address of the order list', () => {
  it('says everything about the list', () => {
    const search = 'q=mar%C3%ADa&status=Booked,InCart&from=2026-11-20&to=2026-11-27&page=3&perPage=50';
    expect(toVariables(read(search))).toEqual({
      filter: {
        search: 'maría',
        status: ['Booked', 'InCart'],
        activityDate: { start: '2026-11-20', end: '2026-11-27' },
      },
      page: 3,
      perPage: 50,
    });
    const address = new URL(withOrderFilters('/orders', read(search)), 'http://console');
    expect(read(address.search)).toEqual(read(search));
  });

  it('is bare for the whole list', () => {
    expect(toVariables(read(''))).toEqual({ filter: {}, page: 1, perPage: 25 });
    expect(withOrderFilters('/orders/7', read(''))).toBe('/orders/7');
    expect(isNarrowed(read('page=2&perPage=50'))).toBe(false);
    expect(isNarrowed(read('q=%20'))).toBe(false);
    expect(isNarrowed(read('to=2026-11-27'))).toBe(true);
  });

  it.each(['page=0', 'page=-1', 'page=1e9', 'page=x', 'perPage=7', 'from=2026-02-30', 'to=tomorrow', 'status=Lost'])(
    'passes over %s',
    (search) => {
      expect(toVariables(read(search))).toEqual({ filter: {}, page: 1, perPage: 25 });
    },
  );

  it('keeps an open range open', () => {
    expect(toVariables(read('from=2026-11-20')).filter).toEqual({ activityDate: { start: '2026-11-20', end: null } });
  });
});
