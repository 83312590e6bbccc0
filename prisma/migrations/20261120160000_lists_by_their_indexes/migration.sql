-- Lists of orders are read in the order of an index. Whatever else they are filtered by stands in its entries, so that what is
-- passed over costs an entry and not a row, which is wide; the same index counts them.
create index "orders_listed_idx" ON "orders" ("booked_at" DESC, "id" DESC)
  INCLUDE ("organization_id", "viewers", "status", "city_id", "client_id", "product_id", "supplier_id", "created_at", "starts_at_local");
DROP INDEX "orders_booked_at_id_idx";
DROP INDEX "orders_counted_idx";

-- Filtered by one of these, a list is read in its order within that one.
create index "orders_product_listed_idx" ON "orders" ("product_id", "booked_at" DESC, "id" DESC) INCLUDE ("organization_id", "viewers", "status");
create index "orders_supplier_listed_idx" ON "orders" ("supplier_id", "booked_at" DESC, "id" DESC) INCLUDE ("organization_id", "viewers", "status");
create index "orders_client_listed_idx" ON "orders" ("client_id", "booked_at" DESC, "id" DESC) INCLUDE ("organization_id", "viewers", "status");
create index "orders_city_listed_idx" ON "orders" ("city_id", "booked_at" DESC, "id" DESC) INCLUDE ("organization_id", "viewers", "status");
DROP INDEX "orders_product_id_idx";
DROP INDEX "orders_supplier_id_idx";
DROP INDEX "orders_client_id_idx";
DROP INDEX "orders_city_id_status_idx";

-- By days: the matches of a few days are found without their rows and sorted.
create index "orders_created_listed_idx" ON "orders" ("created_at", "id") INCLUDE ("booked_at", "organization_id", "viewers", "status");
create index "orders_starts_listed_idx" ON "orders" ("starts_at_local", "id") INCLUDE ("booked_at", "organization_id", "viewers", "status");
DROP INDEX "orders_created_at_idx";
DROP INDEX "orders_starts_at_local_idx";

-- Every text that orders are searched by is among their words.
DROP INDEX "passenger_full_name_trgm_idx";
DROP INDEX "tag_order_value_trgm_idx";

-- How common a word is, and that the beginning of a value comes with its value, the planner should know.
ALTER TABLE "order_words" ALTER COLUMN "words" SET STATISTICS 1000;
CREATE STATISTICS "tag_values" (dependencies) ON "key", "value_start", "value_text" FROM "tag";
