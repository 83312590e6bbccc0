import { demoWorld } from '@channel/prisma/demo';
import { divide } from '../demo-orders.ts';
import { expect, test } from '../fixtures.ts';

/* The demo data differs by the day on which it is created, with the weekdays of its departures. */

const MONDAY = Date.parse('2026-11-23');

for (let day = 0; day < 7; day++) {
  const today = new Date(MONDAY + day * 86_400_000).toISOString().slice(0, 10);
  test(`the demo data of ${today} has as many quiet orders as tests need`, () => {
    const { cities, products, orders } = demoWorld({ today });
    const cityOf = new Map(products.map(({ key, city }) => [key, city]));
    const zoneOf = new Map(cities.map(({ key, timeZone }) => [key, timeZone]));
    const booked = orders
      .map(({ status, booking }, index) => ({
        id: index + 1,
        status,
        timeZone: zoneOf.get(cityOf.get(booking?.product ?? '') ?? '') ?? '',
      }))
      .filter(({ status }) => status === 'Booked')
      .reverse();
    expect(divide(booked).taken).toHaveLength(13);
    // Control: a quarter fewer are not enough.
    expect(() => divide(booked.slice(0, -80))).toThrow('only');
  });
}
