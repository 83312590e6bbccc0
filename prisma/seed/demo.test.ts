import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addDays } from './calendar.ts';
import { type DemoWorld, demoWorld } from './demo.ts';

const TODAY = '2026-11-20';
const world = demoWorld({ today: TODAY });

const role = (key: string) => world.roles.find((each) => each.key === key);
const ours = world.organizations[0]?.key;
const partner = role('partner-desk');
const listed = world.products.filter(
  ({ key, isPublished }) => partner?.products.includes(key) && isPublished !== false,
);
const levels = listed.flatMap(({ serviceLevels }) => serviceLevels);
const sellers = (organization: string | undefined) =>
  world.roles.filter((each) => each.organization === organization).map(({ key }) => key);
const orders = world.orders.filter((order) => sellers(ours).includes(order.role));
const holding = (permission: string) =>
  world.users.filter(({ roles }) =>
    roles.some((key) => role(key)?.organization === ours && role(key)?.permissions.includes(permission)),
  );

describe('the demo world', () => {
  it('is the same for the same seed and day, and different for others', () => {
    expect(JSON.stringify(demoWorld({ today: TODAY }))).toBe(JSON.stringify(world));
    expect(JSON.stringify(demoWorld({ today: TODAY, seed: 2 }))).not.toBe(JSON.stringify(world));
  });

  it('has other passwords on request, and is otherwise unchanged', () => {
    const secret = demoWorld({ today: TODAY, passwordOf: ({ name }) => `${name} in secret` });
    expect(secret.users.flatMap(({ password }) => password ?? [])).toContain('admin in secret');
    expect(JSON.stringify(secret)).not.toMatch(/-demo"/);
    const without = ({ users, ...rest }: DemoWorld) => [rest, users.map((user) => ({ ...user, password: null }))];
    expect(without(secret)).toEqual(without(world));
  });

  it('has its users with their published names and passwords, and no other logins', () => {
    const logins = world.users.filter(({ password }) => password !== null);
    expect(logins.map(({ email, username, password }) => [email, username, password])).toEqual([
      ['partner@demo.example', 'partner', 'partner-demo'],
      ['staff@demo.example', 'staff', 'staff-demo'],
      ['admin@demo.example', 'admin', 'admin-demo'],
      ['outsider@demo.example', 'outsider', 'outsider-demo'],
      ['clerk@demo.example', 'clerk', 'clerk-demo'],
    ]);
  });

  it('has the places, the people and the catalogue that other tests rely on', () => {
    const cities = world.cities.filter(({ key }) => partner?.cities.includes(key));
    expect(cities.length).toBeGreaterThanOrEqual(24);
    expect(new Set(cities.map(({ country }) => country)).size).toBe(5);
    expect(new Set(listed.flatMap(({ categories }) => categories)).size).toBeGreaterThanOrEqual(12);
    expect(listed.length).toBeGreaterThanOrEqual(40);
    expect(holding('transfers.drive')).toHaveLength(6);
    expect(holding('tours.guide')).toHaveLength(6);
    expect(holding('orders.contact')).toHaveLength(5);
    expect(holding('products.book').map(({ key }) => key)).toContain('partner');
    expect(holding('products.book')).toHaveLength(6);
    expect(holding('orders.view-all').map(({ key }) => key)).toEqual(['staff', 'admin']);
    expect(holding('tags.change-shared').map(({ key }) => key)).toEqual(['partner', 'staff', 'admin']);
    expect(world.roles.find(({ key }) => key === 'sales-clerk')?.permissions).toEqual(['products.book']);
  });

  it('sells every availability type with every pricing type', () => {
    const kinds = new Set(levels.map((level) => `${level.availabilityType} ${level.pricingType}`));
    expect([...kinds].sort()).toEqual(
      ['daily', 'pass', 'per_slot', 'per_time'].flatMap((type) => [`${type} per_item`, `${type} per_person`]),
    );
    for (const level of levels)
      expect(level.rates.every(({ prices }) => prices.some(({ currency }) => currency === 'EUR'))).toBe(true);
  });

  it('has every form of pickup, videos of two services, and examples of every missing optional value', () => {
    const pickups = levels.flatMap(({ pickup }) => pickup ?? []);
    const forms = pickups.map(({ places, times }) => `${places.length > 0} ${times.length > 0}`);
    expect([...new Set(forms)].sort()).toEqual(['false false', 'false true', 'true false', 'true true']);
    expect(new Set(listed.flatMap(({ videos }) => videos.map(({ type }) => type))).size).toBe(2);
    expect(listed.some(({ supplier }) => supplier === null)).toBe(true);
    expect(listed.some(({ location }) => location === null)).toBe(true);
    expect(listed.some(({ isPublished }) => isPublished === null)).toBe(true);
    expect(listed.some(({ backOffice }) => backOffice)).toBe(true);
    expect(listed.some(({ ticketTitle }) => ticketTitle === null)).toBe(true);
    expect(listed.some(({ serviceLevels }) => serviceLevels.length > 1)).toBe(true);
    expect(world.media.every(({ text }) => !/(href|src)=/.test(text))).toBe(true);
  });

  it('has the pictures that any seed uses, and no others', () => {
    const names = ['banner', 'thumbnail', '1', '2', '3', '4'];
    const pictures = world.products.flatMap(({ key }) => names.map((name) => `${key}-${name}`));
    const portraits = world.users.flatMap(({ key, photo }) => (photo ? [key] : []));
    const files = readdirSync(new URL('pictures', import.meta.url));
    expect(files.sort()).toEqual([...pictures, ...portraits].map((name) => `${name}.svgz`).sort());
  });

  it('translates products and places into two languages', () => {
    const translated = [...world.cities, ...world.countries, ...world.categories, ...world.products, ...levels];
    for (const { translations } of translated) {
      expect(Object.keys(translations)).toEqual(['nl', 'de']);
      expect(Object.keys(translations.nl).length).toBeGreaterThan(0);
    }
  });

  it('has 400 orders in all statuses around today, most of them the partner’s', () => {
    expect(orders).toHaveLength(400);
    expect(new Set(orders.map(({ status }) => status)).size).toBe(4);
    const seen = orders.filter((order) => order.role === 'partner-desk').length;
    expect(seen).toBeGreaterThanOrEqual(200);
    expect(seen).toBeLessThan(400);
    expect(orders.filter(({ booking }) => booking === null)).toMatchObject([
      { status: 'InCart' },
      { status: 'InCart' },
    ]);
    expect(orders.some(({ passengers }) => passengers.length === 8)).toBe(true);
    expect(orders.filter(({ pickup }) => pickup?.driver).length).toBeGreaterThan(30);
    expect(orders.filter(({ tourGuide }) => tourGuide).length).toBeGreaterThan(60);
    const days = orders.flatMap(({ booking }) => booking?.date ?? []);
    expect(days.every((day) => day > addDays(TODAY, -105) && day < addDays(TODAY, 105))).toBe(true);
    expect(days.some((day) => day === TODAY)).toBe(true);
  });

  it('has no booking after the start or in the future', () => {
    const midnight = `${TODAY}T00:00:00.000Z`;
    for (const { createdAt, bookedAt, updatedAt, booking, status } of world.orders) {
      expect(createdAt < midnight && updatedAt < midnight).toBe(true);
      if (booking?.date) expect(createdAt.slice(0, 10) < booking.date).toBe(true);
      expect(bookedAt === null).toBe(status === 'InCart');
    }
  });

  it('overbooks nothing, fills some departures and leaves a few places in others', () => {
    const left = [...placesLeft(world).values()];
    expect(left.every((places) => places >= 0)).toBe(true);
    expect(left.filter((places) => places === 0).length).toBeGreaterThanOrEqual(3);
    expect(left.filter((places) => places > 0 && places < 10).length).toBeGreaterThanOrEqual(3);
  });

  it('keeps the outsider’s organization separate', () => {
    const outsider = world.products.filter(({ organization }) => organization !== ours);
    const ourCities = new Set(
      world.products.filter(({ organization }) => organization === ours).map(({ city }) => city),
    );
    expect(outsider.length).toBeGreaterThan(3);
    expect(outsider.some(({ city }) => ourCities.has(city))).toBe(false);
    expect(world.orders.length).toBeGreaterThan(orders.length + 5);
  });
});

/** Remaining places of future departures with bookings, by level, day and time. */
function placesLeft({ orders: all, products }: DemoWorld): Map<string, number> {
  const left = new Map<string, number>();
  for (const { booking, status, passengers } of all) {
    if (!booking?.date || booking.date <= TODAY || (status !== 'Booked' && status !== 'InCart')) continue;
    const level = products
      .find(({ key }) => key === booking.product)
      ?.serviceLevels.find(({ key }) => key === booking.serviceLevel);
    if (!level || level.availabilityType === 'pass') continue;
    const key = `${booking.product} ${booking.serviceLevel} ${booking.date} ${booking.startTime}`;
    const taken = booking.quantity ?? passengers.length;
    left.set(key, (left.get(key) ?? level.capacity) - taken);
  }
  return left;
}
