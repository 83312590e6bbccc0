-- A maximum of 0, or one below the minimum, says that there is no limit.
ALTER TABLE "price_category" DROP CONSTRAINT "price_category_bounds_check",
  ADD CONSTRAINT "price_category_bounds_check" CHECK (minimum >= 0 AND maximum >= 0 AND age_min <= age_max);
