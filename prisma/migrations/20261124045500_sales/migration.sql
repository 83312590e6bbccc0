-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "key" TEXT;

-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "penalty_unit" "time_unit";

-- Prisma's schema cannot express a partial index: most orders have no key.
create unique index "orders_key_idx" on "orders" ("issuer_id", "key") where "key" is not null;
