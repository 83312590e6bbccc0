-- The unit of durations and cut-off times is data of the organization; null: the default of the installation.
-- CreateEnum
CREATE TYPE "time_unit" AS ENUM ('none', 'minutes', 'hours', 'days');

-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "cut_off_unit" "time_unit",
ADD COLUMN     "duration_unit" "time_unit";

-- Whether it is known when an order ends. A departure with an end, a whole day and a duration with a unit end later than they
-- begin; where the end was not known, the start was written twice. So it is known of existing orders, too.
ALTER TABLE "orders" ADD COLUMN "end_is_known" boolean
  GENERATED ALWAYS AS (coalesce(ends_at > starts_at, false)) STORED NOT NULL;
