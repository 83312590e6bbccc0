-- Lists of orders begin with the newest by creation: `created_at`, in milliseconds as programs read it, then `id`. The indexes
-- that gave the order by `booked_at` are replaced; a list sorted or filtered by `booked_at` keeps one.
DROP INDEX "orders_listed_idx", "orders_paged_idx", "orders_created_listed_idx", "orders_starts_listed_idx",
  "orders_product_listed_idx", "orders_supplier_listed_idx", "orders_client_listed_idx", "orders_city_listed_idx",
  "orders_status_booked_at_id_idx";

-- CreateIndex
CREATE INDEX "orders_status_created_at_id_idx" ON "orders"("status", "created_at" DESC, "id" DESC);

-- What Prisma's schema language cannot say.

-- Any list, whatever it is filtered by; and a list without filters.
create index "orders_listed_idx" ON "orders" ("created_at" DESC, "id" DESC)
  INCLUDE ("organization_id", "viewers", "status", "city_id", "client_id", "product_id", "supplier_id", "booked_at", "starts_at_local");
create index "orders_paged_idx" ON "orders" ("created_at" DESC, "id" DESC) INCLUDE ("organization_id", "viewers");

-- Filtered by one of these, a list is read in its order within that one.
create index "orders_product_listed_idx" ON "orders" ("product_id", "created_at" DESC, "id" DESC) INCLUDE ("organization_id", "viewers", "status");
create index "orders_supplier_listed_idx" ON "orders" ("supplier_id", "created_at" DESC, "id" DESC) INCLUDE ("organization_id", "viewers", "status");
create index "orders_client_listed_idx" ON "orders" ("client_id", "created_at" DESC, "id" DESC) INCLUDE ("organization_id", "viewers", "status");
create index "orders_city_listed_idx" ON "orders" ("city_id", "created_at" DESC, "id" DESC) INCLUDE ("organization_id", "viewers", "status");

-- Orders of some days are found without their rows and sorted; the first of the two also sorts by `booked_at`.
create index "orders_booked_listed_idx" ON "orders" ("booked_at" DESC, "id" DESC) INCLUDE ("created_at", "organization_id", "viewers", "status");
create index "orders_starts_listed_idx" ON "orders" ("starts_at_local", "id") INCLUDE ("created_at", "organization_id", "viewers", "status");
