import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer } from '../testing/run.ts';
import { REBOOK, sellingScene } from '../testing/selling.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it('a rebooking writes no tag of a booking, whatever its value is', async () => {
  const { seller, context, offer, booked, to } = await sellingScene(database);
  const order = await booked(await offer());
  const id = order.bookings[0]?.id;
  await database.db.$executeRaw`
    INSERT INTO tag (organization_id, booking_id, key, value)
    SELECT ${seller.role.organizationId}, ${id}, 'number ' || value, value::jsonb
    FROM unnest(ARRAY['12345678901234567000', '-1.7976931348623157e308', '0.1']) AS given (value)`;
  const tags = () => database.db.$queryRaw`SELECT xmin::text, to_jsonb(t)::text FROM tag t ORDER BY id`;
  const before = await tags();
  await answer(REBOOK, to(order, await offer()), context);
  expect(await tags()).toEqual(before);
});
