-- CreateIndex
CREATE INDEX "orders_status_id_idx" ON "orders"("status", "id");

-- What Prisma's schema language cannot say: orders are counted by whatever they are filtered by without reading their rows,
-- which are wide.
create index "orders_counted_idx" ON "orders" ("id")
  INCLUDE ("viewers", "status", "city_id", "client_id", "product_id", "supplier_id", "created_at", "booked_at", "starts_at_local");
