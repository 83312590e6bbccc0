-- The transactions for which an erasure waits, which are those of the time when its orders were done, and that time.
-- accepted unknown: no row is read for a nullable column without a default, nor written for a constant one
ALTER TABLE "personal_data_erasure" ADD COLUMN "copies_after" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[], ADD COLUMN "copies_from" TIMESTAMPTZ(3);
