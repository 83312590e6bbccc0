-- The same bound as that of the events.
-- accepted backfill: adds a check that is NOT VALID, whose bound depends on the day; no row is read
DO $$
DECLARE bound timestamptz;
BEGIN
  PERFORM set_config('TimeZone', 'UTC', true);
  SELECT (regexp_match(pg_get_constraintdef(oid), $re$'([^']+)'$re$))[1]::timestamptz INTO STRICT bound
  FROM pg_constraint WHERE conrelid = 'webhook_event'::regclass AND conname = 'webhook_event_until';
  EXECUTE format('ALTER TABLE webhook_attempt ADD CONSTRAINT webhook_attempt_until CHECK (event_at < %L) NOT VALID', bound);
END $$;
