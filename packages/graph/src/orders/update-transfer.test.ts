import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { updatesBy } from '../testing/updates.ts';

let database: TestDatabase;
let make: Factories;
let staff: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  staff = await make.userWith(['orders.view-all']);
  context = await contextFor(database.db, staff.id);
});
afterAll(() => database.drop());

const { update, fieldErrorOf } = updatesBy(() => context);
const order = (parts: Parameters<Factories['order']>[0] = {}) => make.order({ offer: null, ...parts });

describe.each(['pickup', 'dropoff'])('the %s', (side) => {
  it('gets date, time and driver; absent members stay, and null removes a value', async () => {
    const driver = await make.userWith(['transfers.drive']);
    const one = await order();
    const set = { date: '2026-06-10', time: '08:30', driverId: driver.id };
    const shown = { date: '2026-06-10', time: '08:30:00', driver: { id: driver.id } };
    expect(await update(one, { [side]: set })).toMatchObject({ version: 2, [side]: shown });
    expect(await update(one, { [side]: { time: '09:00:05' } })).toMatchObject({
      [side]: { ...shown, time: '09:00:05' },
    });
    expect(await update(one, { [side]: {} })).toMatchObject({ version: 3 });
    expect(await update(one, { [side]: null })).toMatchObject({ version: 3 });
    expect(await update(one, { [side]: { date: null, time: null, driverId: null } })).toMatchObject({
      version: 4,
      [side]: { date: null, time: null, driver: null },
    });
  });

  it('converts a date-time with an offset to the local day', async () => {
    const one = await order({ timeZone: 'America/New_York' });
    expect(await update(one, { [side]: { date: '2026-06-10T01:00:00+02:00' } })).toMatchObject({
      [side]: { date: '2026-06-09' },
    });
    expect(await fieldErrorOf(one, { [side]: { date: '2026-06-31' } })).toBe(`${side}.date`);
  });

  it('accepts only a driver who may drive for the organization of the order', async () => {
    const elsewhere = await make.organization();
    const foreign = await make.userWith(['transfers.drive'], { organizationId: elsewhere.id });
    const one = await order();
    for (const driverId of [foreign.id, staff.id, 999_999]) {
      expect(await fieldErrorOf(one, { [side]: { driverId } })).toBe(`${side}.driverId`);
    }
  });

  it('goes to a new point in the city of the order that belongs to its organization', async () => {
    const one = await order();
    const point = { latitude: 52.123456, longitude: -4.5, address: 'Quay 1' };
    const updated = await update(one, { [side]: { location: { point } } });
    expect(updated).toMatchObject({ [side]: { location: { point: { ...point, city: { id: one.cityId } } } } });
    expect(await database.db.point.findFirst({ where: { address: 'Quay 1' }, orderBy: { id: 'desc' } })).toMatchObject({
      organizationId: one.organizationId,
    });
    const points = await database.db.point.count();
    expect(await update(one, { [side]: { location: { point } } })).toMatchObject({ version: 2 });
    const again = { referenceCode: 'Q', [side]: { location: { point } } };
    expect(await update(one, again)).toMatchObject({ version: 3 });
    expect(await database.db.point.count()).toBe(points);
    const finer = { latitude: 52.12345678, longitude: -4.50000001, address: 'Quay 1' };
    expect(await update(one, { [side]: { location: { point: finer } } })).toMatchObject({ version: 4 });
    expect(await update(one, { [side]: { location: { point: finer } } })).toMatchObject({ version: 4 });
  });

  it('goes to an existing point, and to none with null', async () => {
    const city = await make.city();
    await database.db.roleCity.create({ data: { roleId: staff.role.id, cityId: city.id } });
    const as = await contextFor(database.db, staff.id);
    const [catalogued, ours] = [
      await make.point({ cityId: city.id }),
      await make.point({ organizationId: staff.role.organizationId }),
    ];
    for (const nothing of [{ point: null }, null]) {
      const one = await order();
      for (const { id } of [catalogued, ours]) {
        expect(await update(one, { [side]: { location: { point: { id, latitude: 1 } } } }, as)).toMatchObject({
          [side]: { location: { point: { id } } },
        });
      }
      expect(await update(one, { [side]: { location: {} } }, as)).toMatchObject({ version: 3 });
      expect(await update(one, { [side]: { location: nothing } }, as)).toMatchObject({
        version: 4,
        [side]: { location: { point: null } },
      });
    }
  });

  it('goes to a pickup place of a product that the actor sells', async () => {
    const product = await make.product({ soldBy: [staff.role.id], cityId: (await make.city()).id });
    const level = await make.level({ productId: product.id });
    const { places } = await make.pickupOptions({ serviceLevelId: level.id });
    const unsold = await make.pickupOptions({
      serviceLevelId: (await make.level({ productId: (await make.product({ cityId: product.cityId })).id })).id,
    });
    const one = await order();
    const foreign = { location: { point: { id: unsold.places[0]?.pointId } } };
    expect(await fieldErrorOf(one, { [side]: foreign })).toBe(`${side}.location.point.id`);
    const id = places[0]?.pointId;
    expect(await update(one, { [side]: { location: { point: { id } } } })).toMatchObject({
      [side]: { location: { point: { id } } },
    });
  });

  it('refuses points of others, and invalid coordinates', async () => {
    const elsewhere = await make.organization();
    const [foreign, unseen] = [
      await make.point({ organizationId: elsewhere.id }),
      await make.point({ cityId: (await make.city()).id }),
    ];
    const one = await order();
    for (const id of [foreign.id, unseen.id, 999_999]) {
      expect(await fieldErrorOf(one, { [side]: { location: { point: { id } } } })).toBe(`${side}.location.point.id`);
    }
    expect(await fieldErrorOf(one, { [side]: { location: { point: { latitude: 90.1, longitude: 180 } } } })).toBe(
      `${side}.location.point.latitude`,
    );
    expect(await fieldErrorOf(one, { [side]: { location: { point: {} } } })).toBe(
      `${side}.location.point.latitude ${side}.location.point.longitude`,
    );
  });
});
