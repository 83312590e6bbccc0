-- The bound of the partition that the present table becomes: behind all of its events, and a month ahead at least, so that the last
-- release writes on if a later step has to wait. Mondays in UTC.
-- accepted backfill: adds a check that is NOT VALID, whose bound depends on the day; events are only read, before the lock is taken
DO $$
DECLARE bound timestamptz;
BEGIN
  PERFORM set_config('TimeZone', 'UTC', true);
  SELECT date_trunc('week', greatest(max(created_at), now() + interval '1 month')) + interval '1 week' INTO bound FROM webhook_event;
  EXECUTE format('ALTER TABLE webhook_event ADD CONSTRAINT webhook_event_until CHECK (created_at < %L) NOT VALID', bound);
END $$;
