-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "guide_minutes" INTEGER,
ADD COLUMN     "transfer_minutes" INTEGER,
ADD COLUMN     "travel_margin" INTEGER,
ADD COLUMN     "travel_speed" INTEGER;

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "guide_minutes" INTEGER,
ADD COLUMN     "transfer_minutes" INTEGER;

-- AlterTable
ALTER TABLE "batch_row" ADD COLUMN     "clashes" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "travel_time" (
    "organization_id" INTEGER NOT NULL,
    "from_city_id" INTEGER NOT NULL,
    "to_city_id" INTEGER NOT NULL,
    "minutes" INTEGER NOT NULL,

    CONSTRAINT "travel_time_pkey" PRIMARY KEY ("organization_id","from_city_id","to_city_id")
);

-- CreateTable
CREATE TABLE "working_hours" (
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "weekday" INTEGER NOT NULL,
    "start_time" TIME(0) NOT NULL,
    "end_time" TIME(0) NOT NULL,

    CONSTRAINT "working_hours_pkey" PRIMARY KEY ("organization_id","user_id","weekday","start_time")
);

-- CreateTable
CREATE TABLE "absence" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "starts_at_local" TIMESTAMP(0) NOT NULL,
    "ends_at_local" TIMESTAMP(0) NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "absence_pkey" PRIMARY KEY ("id")
);

-- Prisma's schema cannot express these checks.
ALTER TABLE "organization"
  ADD CONSTRAINT "organization_guide_minutes_check" CHECK ("guide_minutes" BETWEEN 1 AND 1440),
  ADD CONSTRAINT "organization_transfer_minutes_check" CHECK ("transfer_minutes" BETWEEN 1 AND 1440),
  ADD CONSTRAINT "organization_travel_margin_check" CHECK ("travel_margin" BETWEEN 0 AND 240),
  ADD CONSTRAINT "organization_travel_speed_check" CHECK ("travel_speed" BETWEEN 1 AND 300);
ALTER TABLE "product"
  ADD CONSTRAINT "product_guide_minutes_check" CHECK ("guide_minutes" BETWEEN 1 AND 1440),
  ADD CONSTRAINT "product_transfer_minutes_check" CHECK ("transfer_minutes" BETWEEN 1 AND 1440);
ALTER TABLE "travel_time"
  ADD CONSTRAINT "travel_time_cities_check" CHECK ("from_city_id" < "to_city_id"),
  ADD CONSTRAINT "travel_time_minutes_check" CHECK ("minutes" BETWEEN 0 AND 2880);
ALTER TABLE "working_hours" ADD CONSTRAINT "working_hours_weekday_check" CHECK ("weekday" BETWEEN 1 AND 7);
ALTER TABLE "absence" ADD CONSTRAINT "absence_span_check" CHECK ("starts_at_local" < "ends_at_local");

-- CreateIndex
CREATE INDEX "travel_time_from_city_id_idx" ON "travel_time"("from_city_id");

-- CreateIndex
CREATE INDEX "travel_time_to_city_id_idx" ON "travel_time"("to_city_id");

-- CreateIndex
CREATE INDEX "working_hours_user_id_idx" ON "working_hours"("user_id");

-- CreateIndex
CREATE INDEX "absence_organization_id_user_id_starts_at_local_idx" ON "absence"("organization_id", "user_id", "starts_at_local");

-- CreateIndex
CREATE INDEX "absence_user_id_idx" ON "absence"("user_id");

-- CreateIndex
CREATE INDEX "orders_tour_guide_id_starts_at_local_idx" ON "orders"("tour_guide_id", "starts_at_local");

-- AddForeignKey
ALTER TABLE "travel_time" ADD CONSTRAINT "travel_time_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "travel_time" ADD CONSTRAINT "travel_time_from_city_id_fkey" FOREIGN KEY ("from_city_id") REFERENCES "city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "travel_time" ADD CONSTRAINT "travel_time_to_city_id_fkey" FOREIGN KEY ("to_city_id") REFERENCES "city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "working_hours" ADD CONSTRAINT "working_hours_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "working_hours" ADD CONSTRAINT "working_hours_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "absence" ADD CONSTRAINT "absence_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "absence" ADD CONSTRAINT "absence_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
