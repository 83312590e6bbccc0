import { demoWorld } from '@channel/prisma/demo';
import { partitionBooked } from '../demo-orders.ts';
import { expect, test } from '../fixtures.ts';

/* The demo data differs by the weekday on which it is created, with the departures of its products. */

const MONDAY = Date.parse('2026-11-23');

/** The booked orders that staff see, newest first. */
function bookedOn(today: string) {
  const { cities, organizations, orders, products, roles } = demoWorld({ today });
  const ours = roles.filter(({ organization }) => organization === organizations[0]?.key).map(({ key }) => key);
  const cityOf = new Map(products.map(({ key, city }) => [key, city]));
  const zoneOf = new Map(cities.map(({ key, timeZone }) => [key, timeZone]));
  return orders
    .map(({ role, status, booking }, index) => ({
      id: index + 1,
      isSeen: status === 'Booked' && ours.includes(role),
      timeZone: zoneOf.get(cityOf.get(booking?.product ?? '') ?? '') ?? '',
    }))
    .filter(({ isSeen }) => isSeen)
    .reverse();
}

for (let day = 0; day < 7; day++) {
  const today = new Date(MONDAY + day * 86_400_000).toISOString().slice(0, 10);
  test(`the demo data of ${today} has as many quiet orders as tests need`, () => {
    expect(partitionBooked(bookedOn(today)).taken).toHaveLength(13);
  });
}

test('too few quiet orders are an error', () => {
  const quiet = Array.from({ length: 100 + 13 + 19 + 80 }, (_, index) => ({ id: index, timeZone: 'Europe/Lisbon' }));
  expect(() => partitionBooked(quiet)).toThrow('only 19 orders');
});
