-- When copies were erased that transactions wrote which had begun before an erasure.
-- accepted unknown: no row is read for a nullable column without a default
ALTER TABLE "personal_data_erasure" ADD COLUMN "copies_at" TIMESTAMPTZ(3);
