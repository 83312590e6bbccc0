-- A hold expires with the booking that has it. Whoever releases it then locks the departure alone, and no order.

-- AlterTable
ALTER TABLE "booking" ADD COLUMN     "hold_expires_at" TIMESTAMPTZ(6);

UPDATE "booking" SET hold_expires_at = orders.hold_expires_at
FROM "orders" WHERE orders.id = booking.order_id AND orders.status = 'InCart' AND orders.hold_expires_at IS NOT NULL
  AND booking.status = 'InCart' AND booking.places_held > 0;

-- AlterTable
ALTER TABLE "orders" DROP COLUMN "hold_expires_at";

-- What Prisma's schema language cannot say.
ALTER TABLE "booking" ADD CONSTRAINT "booking_hold_check" CHECK (hold_expires_at IS NULL OR status = 'InCart' AND places_held > 0);
-- By departure, as holds are released.
create index "booking_hold_idx" ON "booking" (availability_id, hold_expires_at) WHERE hold_expires_at IS NOT NULL;
