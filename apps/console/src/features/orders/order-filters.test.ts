import { describe, expect, it } from 'vitest';
import { addDays, dayIn } from '#lib/format.ts';
import { english } from '#lib/testing/english.ts';
import { isNarrowed, loadOrderFilters, toFilter, toVariables, viewQueryOf, withOrderFilters } from './order-filters.ts';
import { v1RequestOf } from './v1-request.ts';

const read = (search: string) => loadOrderFilters(new URLSearchParams(search));

const EVERYTHING = [
  'q=mar%C3%ADa',
  'search=von',
  'status=Booked,InCart',
  'today=true',
  'activity=2026-11-20..2026-11-27',
  'ordered=2026-11-01..',
  'booked=..2026-11-30',
  'product=1,2',
  'supplier=3',
  'client=4',
  'city=5',
  'driver=6',
  'guide=7',
  'contact=8',
  'issuer=9',
  'unassigned=true',
  'clash=true',
  'tags=vip,desk:lobby',
  'cityTags=north',
  'sort=-total',
  'columns=id,tags',
  'page=3',
  'perPage=250',
].join('&');

describe('the URL of the order list', () => {
  it('contains the whole state of the list', () => {
    expect(toVariables(read(EVERYTHING), 'Europe/Amsterdam')).toEqual({
      filter: {
        quickSearch: 'maría',
        search: 'von',
        status: ['Booked', 'InCart'],
        todayOrders: true,
        activityDate: { start: '2026-11-20', end: '2026-11-27' },
        createdAt: { since: '2026-10-31T23:00:00.000Z', until: null },
        bookedAt: { since: null, until: '2026-11-30T23:00:00.000Z' },
        product: { ids: [1, 2] },
        supplier: { ids: [3] },
        client: { ids: [4] },
        city: { ids: [5], tags: [{ text: 'north' }] },
        driver: { ids: [6] },
        tourGuide: { ids: [7] },
        contactPerson: { ids: [8] },
        issuer: { ids: [9] },
        isUnassigned: true,
        hasClash: true,
        tags: [{ text: 'vip' }, { text: 'desk:lobby' }],
      },
      sort: { by: 'total', descending: true },
      page: 3,
      perPage: 250,
      withPeople: false,
      withTransfers: false,
      withTags: true,
      withSupplier: false,
    });
    const address = new URL(withOrderFilters('/orders', read(EVERYTHING)), 'http://console');
    expect(read(address.search)).toEqual(read(EVERYTHING));
  });

  it('finds clashes among the given days, else in the coming week', () => {
    const days = (search: string) => toFilter(read(search), 'UTC').activityDate;
    const today = dayIn('UTC', new Date());
    expect(days('clash=true')).toEqual({ start: today, end: addDays(today, 6) });
    expect(days('clash=true&activity=2026-11-20')).toEqual({ start: '2026-11-20', end: '2026-11-20' });
    expect(days('clash=true&today=true')).toBeUndefined();
    expect(viewQueryOf(read('clash=true'))).toBe('clash=true');
  });

  it('preserves a comma in a tag', () => {
    const filters = { ...read(''), tags: ['a,b', 'c'] };
    expect(read(new URL(withOrderFilters('/orders', filters), 'http://console').search).tags).toEqual(['a,b', 'c']);
  });

  it('has no query string for the unfiltered list, newest first', () => {
    expect(toVariables(read(''), 'UTC')).toMatchObject({
      filter: {},
      sort: { by: 'created', descending: true },
      page: 1,
      perPage: 100,
    });
    expect(withOrderFilters('/orders/7', read(''))).toBe('/orders/7');
    expect(isNarrowed(read('page=2&perPage=50&sort=total&columns=id'))).toBe(false);
    expect(isNarrowed(read('q=%20'))).toBe(false);
    expect(isNarrowed(read('activity=..2026-11-27'))).toBe(true);
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=x',
    'perPage=7',
    'activity=2026-02-30',
    'booked=tomorrow',
    'status=Lost',
    'product=0',
    'product=99999999999999999',
    'client=x',
    'sort=price',
    'columns=secret',
    'today=maybe',
    'driver=x',
    'unassigned=maybe',
    'clash=maybe',
  ])('ignores %s', (search) => {
    expect(toFilter(read(search), 'UTC')).toEqual({});
    expect(toVariables(read(search), 'UTC')).toMatchObject({ page: 1, perPage: 100 });
  });

  it('is stored in a view without its page', () => {
    expect(viewQueryOf(read('status=Booked&page=4&sort=starts&columns=id,tags'))).toBe(
      'status=Booked&sort=starts&columns=id,tags',
    );
    expect(viewQueryOf(read('page=2'))).toBe('');
  });
});

describe('the v1 request for a list', () => {
  it('contains every filter under its name in the specification', () => {
    expect(decodeURIComponent(v1RequestOf(english, read(EVERYTHING), 'UTC').path)).toBe(
      '/v1/orders?filter[today_orders]=true&filter[product][ids]=1|2&filter[supplier][ids]=3' +
        '&filter[client][ids]=4&filter[city][ids]=5&filter[city][tags][]=north&filter[order_date][start]=2026-11-01' +
        '&filter[book_date][end]=2026-11-30&filter[activity_date][start]=2026-11-20&filter[activity_date][end]=2026-11-27' +
        '&filter[status]=Booked|InCart&filter[search]=von&filter[tags][]=vip&filter[tags][]=desk:lobby&per_page=100',
    );
  });

  it('lists the parts that v1 does not support', () => {
    expect(v1RequestOf(english, read(EVERYTHING), 'UTC').missing).toHaveLength(5);
    const same = v1RequestOf(english, read('status=Cancelled&sort=-created&page=2&perPage=50'), 'UTC');
    expect(same).toEqual({ path: '/v1/orders?filter[status]=Cancelled&page=2&per_page=50', missing: [] });
  });

  it('covers days of another time zone with those of UTC, and says so', () => {
    const { path, missing } = v1RequestOf(english, read('ordered=2026-11-24&booked=..2026-07-01'), 'Europe/Amsterdam');
    expect(decodeURIComponent(path)).toBe(
      '/v1/orders?filter[order_date][start]=2026-11-23&filter[order_date][end]=2026-11-24' +
        '&filter[book_date][end]=2026-07-01&per_page=100',
    );
    expect(missing).toEqual([
      'The days of Europe/Amsterdam: v1 counts the days of creation and of booking in UTC, so it returns more orders.',
    ]);
    expect(v1RequestOf(english, read('ordered=2026-11-24'), 'Europe/London').missing).toEqual([]);
  });
});
