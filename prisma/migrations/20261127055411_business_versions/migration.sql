-- AlterTable
ALTER TABLE "availability" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "category" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "city" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "client" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "point" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "rate" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "schedule" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "service_level" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "supplier" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- As in the migration "versions": every write of a row raises its version. Whatever changes its parts in other tables also writes
-- the row. Bookings take places of a departure without changing it: its trigger does not run for them.
CREATE TRIGGER "category_version" BEFORE UPDATE ON "category" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "city_version" BEFORE UPDATE ON "city" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "client_version" BEFORE UPDATE ON "client" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "point_version" BEFORE UPDATE ON "point" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "rate_version" BEFORE UPDATE ON "rate" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "schedule_version" BEFORE UPDATE ON "schedule" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "service_level_version" BEFORE UPDATE ON "service_level" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "supplier_version" BEFORE UPDATE ON "supplier" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "availability_version" BEFORE UPDATE OF "version", "service_level_id", "schedule_id", "date", "start_time", "end_time",
  "capacity", "is_closed", "expiration_date", "expiration_minutes_after_booking" ON "availability"
  FOR EACH ROW EXECUTE FUNCTION raise_version();
