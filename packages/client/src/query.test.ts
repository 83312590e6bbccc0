import { describe, expect, it } from 'vitest';
import { bracketed } from './query.ts';

describe('bracketed', () => {
  it.each([
    [{}, ''],
    [{ page: 2, query: 'Café & more' }, 'page=2&query=Café & more'],
    [
      { filter: { order_date: { start: '2026-05-04' }, status: 'Booked|InCart' } },
      'filter[order_date][start]=2026-05-04&filter[status]=Booked|InCart',
    ],
    [{ filter: { tags: ['vip', 'desk:lobby'] } }, 'filter[tags][]=vip&filter[tags][]=desk:lobby'],
    [
      { filter: { tags: [{ key: 'desk', value: 1 }, 'vip'] } },
      'filter[tags][0][key]=desk&filter[tags][0][value]=1&filter[tags][1]=vip',
    ],
    [{ filter: { today_orders: false, city: undefined, client: null }, page: undefined }, 'filter[today_orders]=false'],
  ])('serializes %j', (query, expected) => {
    expect(decodeURIComponent(bracketed(query))).toBe(expected);
  });

  it('escapes names and values', () => {
    expect(bracketed({ 'a&b': 'c=d' })).toBe('a%26b=c%3Dd');
  });
});
