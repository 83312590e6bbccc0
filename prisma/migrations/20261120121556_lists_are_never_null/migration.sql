-- DropIndex
DROP INDEX "availability_departure_key";

-- DropIndex
DROP INDEX "city_name_trgm_idx";

-- DropIndex
DROP INDEX "passenger_full_name_trgm_idx";

-- DropIndex
DROP INDEX "product_title_trgm_idx";

-- DropIndex
DROP INDEX "rate_price_key";

-- AlterTable
ALTER TABLE "product" ALTER COLUMN "highlights" SET DEFAULT ARRAY[]::TEXT[],
ALTER COLUMN "labels" SET DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "rate" ALTER COLUMN "weekdays" SET DEFAULT ARRAY[]::INTEGER[];

-- AlterTable
ALTER TABLE "schedule" ALTER COLUMN "weekdays" SET DEFAULT ARRAY[]::INTEGER[];

-- CreateIndex
CREATE INDEX "tag_organization_id_value_text_idx" ON "tag"("organization_id", "value_text");
