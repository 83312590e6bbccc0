-- The bound of the partition that the present table becomes: behind all of its entries, and a month ahead at least, so that the last
-- release writes on if a later step has to wait.
-- accepted backfill: adds a check that is NOT VALID, whose bound depends on the day; entries are only read, before the lock is taken
DO $$
DECLARE bound timestamptz;
BEGIN
  PERFORM set_config('TimeZone', 'UTC', true);
  SELECT date_trunc('month', greatest(max(at), now() + interval '1 month')) + interval '1 month' INTO bound FROM audit_entry;
  EXECUTE format('ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_until CHECK (at < %L) NOT VALID', bound);
END $$;
