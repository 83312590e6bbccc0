-- The orders that a stored answer shows, so that an erasure finds it without looking into it.
-- accepted unknown: a constant default writes no row
ALTER TABLE "idempotency_record" ADD COLUMN "order_ids" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];
