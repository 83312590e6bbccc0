-- DropForeignKey
ALTER TABLE "orders" DROP CONSTRAINT "orders_product_id_fkey";

-- DropForeignKey
ALTER TABLE "orders" DROP CONSTRAINT "orders_supplier_id_fkey";

-- DropForeignKey
ALTER TABLE "product" DROP CONSTRAINT "product_location_id_fkey";

-- DropForeignKey
ALTER TABLE "product" DROP CONSTRAINT "product_supplier_id_fkey";

-- DropForeignKey
ALTER TABLE "role" DROP CONSTRAINT "role_client_id_fkey";

-- DropForeignKey
ALTER TABLE "transfer" DROP CONSTRAINT "transfer_point_id_fkey";

-- AlterTable
ALTER TABLE "availability" ADD COLUMN     "is_closed" BOOLEAN NOT NULL DEFAULT false;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "supplier"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "point"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "supplier"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_point_id_fkey" FOREIGN KEY ("point_id") REFERENCES "point"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role" ADD CONSTRAINT "role_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- A closed departure has no places left, whatever is released.
DROP VIEW "offer";
ALTER TABLE "availability" DROP COLUMN "remaining",
  ADD COLUMN "remaining" integer GENERATED ALWAYS AS (CASE WHEN is_closed THEN 0 ELSE capacity - booked END) STORED NOT NULL;
CREATE VIEW "offer" AS
SELECT dr.id, a.id AS availability_id, r.id AS rate_id, a.date, sl.product_id, sl.id AS service_level_id, a.start_time, a.remaining
FROM service_level sl
JOIN availability a ON a.service_level_id = sl.id AND a.date IS NOT NULL
JOIN rate r ON r.service_level_id = sl.id AND rate_holds(r.valid_from, r.valid_to, r.weekdays, a.date)
  AND EXISTS (SELECT FROM rate_price price WHERE price.rate_id = r.id)
LEFT JOIN departure_rate dr ON dr.availability_id = a.id AND dr.rate_id = r.id
UNION ALL
SELECT dr.id, a.id, r.id, day.date::date, sl.product_id, sl.id, a.start_time, a.remaining
FROM service_level sl
JOIN availability a ON a.service_level_id = sl.id AND a.date IS NULL
CROSS JOIN LATERAL generate_series(sl.offer_time_start, sl.offer_time_end, interval '1 day') AS day (date)
JOIN rate r ON r.service_level_id = sl.id AND rate_holds(r.valid_from, r.valid_to, r.weekdays, day.date::date)
  AND EXISTS (SELECT FROM rate_price price WHERE price.rate_id = r.id)
LEFT JOIN departure_rate dr ON dr.availability_id = a.id AND dr.rate_id = r.id;
