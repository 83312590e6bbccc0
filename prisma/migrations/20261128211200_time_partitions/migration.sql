-- The partitions of a table by time and their bounds, in UTC; without bounds, the one for rows outside of all others.
CREATE FUNCTION time_partitions(parent regclass) RETURNS TABLE (name text, starts_at timestamptz, ends_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.relname::text, (regexp_match(bounds, $re$FROM \('([^']+)'\)$re$))[1]::timestamptz,
    (regexp_match(bounds, $re$TO \('([^']+)'\)$re$))[1]::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) AS bounds
  WHERE i.inhparent = parent
$$;

-- Creates the partition of a table for a time, beside its default partition and with the same constraints, indexes and guards against
-- TRUNCATE. Returns false where rows of this time are in the default partition already: they stay there.
CREATE FUNCTION create_time_partition(parent regclass, name text, starts timestamptz, ends timestamptz) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET "TimeZone" = 'UTC' AS $$
DECLARE
  beside record;
  guard record;
BEGIN
  SELECT c.oid, c.relname, n.nspname INTO STRICT beside FROM pg_partitioned_table p
  JOIN pg_class c ON c.oid = p.partdefid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE p.partrelid = parent;
  EXECUTE format('CREATE TABLE %1$I.%2$I (LIKE %1$I.%3$I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)',
    beside.nspname, name, beside.relname);
  FOR guard IN SELECT tgname, tgfoid::regproc AS function FROM pg_trigger WHERE tgrelid = beside.oid AND NOT tgisinternal AND tgtype & 32 > 0 LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I.%I FOR EACH STATEMENT EXECUTE FUNCTION %s()',
      guard.tgname, beside.nspname, name, guard.function);
  END LOOP;
  -- Unlike CREATE TABLE … PARTITION OF, this lets others read and write the table meanwhile.
  EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I.%I FOR VALUES FROM (%L) TO (%L)', parent, beside.nspname, name, starts, ends);
  RETURN true;
EXCEPTION WHEN check_violation THEN RETURN false;
END $$;

-- As before, by the function for all tables.
-- accepted unknown: answers the last release as before
CREATE OR REPLACE FUNCTION audit_months() RETURNS TABLE (name text, starts_at timestamptz, ends_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.name, p.starts_at, p.ends_at FROM public.time_partitions('public.audit_entry') p
$$;

-- As before, by the function for all tables.
-- accepted unknown: does for the last release what it did before
CREATE OR REPLACE FUNCTION create_audit_months(until timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET "TimeZone" = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  bound timestamptz := least(until, now() + interval '2 years');
  month timestamptz;
  created int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock('public.audit_entry'::regclass::oid::bigint);
  SELECT coalesce(max(ends_at), date_trunc('month', now())) INTO month FROM public.audit_months();
  WHILE month < bound LOOP
    IF public.create_time_partition('public.audit_entry', 'audit_entry_' || to_char(month, 'YYYY_MM'), month, month + interval '1 month') THEN
      created := created + 1;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN created;
END $$;

-- accepted unknown: nobody uses them yet
REVOKE EXECUTE ON FUNCTION time_partitions(regclass), create_time_partition(regclass, text, timestamptz, timestamptz) FROM PUBLIC;
-- accepted unknown: a new schema blocks nobody
CREATE SCHEMA "webhook_parts";

-- Events, deliveries and attempts go together: what foreign keys did, where keys of the three tables would have to hold the time, which
-- rows of earlier releases lack.
CREATE FUNCTION webhook_event_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.webhook_delivery WHERE event_id = OLD.id;
  RETURN NULL;
END $$;
CREATE FUNCTION webhook_delivery_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.webhook_attempt WHERE delivery_id = OLD.id;
  UPDATE public.webhook_delivery SET repeat_of_id = NULL WHERE event_id = OLD.event_id AND repeat_of_id = OLD.id;
  RETURN NULL;
END $$;
