-- Moves one partition, the oldest whose month ended before a time, into the schema audit_archive, and returns its name; none where
-- there is nothing to move. The present and the last month stay. Each call is a transaction, so that its locks end with its month. It
-- waits 100 ms for a lock, as others wait behind it, and returns none then; call it again.
-- accepted unknown: the last release calls it once an hour, and moves one month then
CREATE OR REPLACE FUNCTION detach_audit_months(before timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET "TimeZone" = 'UTC' SET lock_timeout = '100ms' AS $$
DECLARE
  bound timestamptz := date_trunc('month', now()) - interval '1 month';
  month text;
BEGIN
  IF NOT pg_try_advisory_xact_lock('public.audit_entry'::regclass::oid::bigint) THEN RETURN; END IF;
  FOR month IN
    SELECT m.name FROM public.audit_months() m WHERE m.ends_at <= before AND m.ends_at <= bound ORDER BY m.ends_at LIMIT 1
  LOOP
    BEGIN
      EXECUTE format('ALTER TABLE public.audit_entry DETACH PARTITION audit_months.%I', month);
      EXECUTE format('ALTER TABLE audit_months.%I SET SCHEMA audit_archive', month);
      EXECUTE format('CREATE TRIGGER audit_entry_final BEFORE UPDATE OR DELETE ON audit_archive.%I
        FOR EACH ROW EXECUTE FUNCTION public.audit_entry_is_final()', month);
    EXCEPTION WHEN lock_not_available THEN RETURN;
    END;
    RETURN NEXT month;
  END LOOP;
END $$;

-- The audit log is written once. Only redact_audit() sets channel.redacting, and it may change nothing but the values. An entry leaves
-- the default partition only where the archive has the same entry, which cannot be deleted there: whoever deletes it, it is kept.
-- accepted unknown: the last release runs it only where it refuses, as it goes on to do
CREATE OR REPLACE FUNCTION audit_entry_is_final() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_archived boolean;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('channel.redacting', true) = 'on'
    AND to_jsonb(NEW) - 'before' - 'after' = to_jsonb(OLD) - 'before' - 'after' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND TG_TABLE_SCHEMA = 'audit_months' AND TG_TABLE_NAME = 'audit_entry_default'
    AND to_regclass(format('audit_archive.audit_entry_%s', to_char(OLD.at AT TIME ZONE 'UTC', 'YYYY_MM'))) IS NOT NULL THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM audit_archive.audit_entry_%s a WHERE a.id = $1 AND a.at = $2 AND to_jsonb(a) = $3)',
      to_char(OLD.at AT TIME ZONE 'UTC', 'YYYY_MM')) INTO is_archived USING OLD.id, OLD.at, to_jsonb(OLD);
    IF is_archived THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'audit entries are never changed';
END $$;

-- Moves entries of one month that ended before a time from the default partition into the table of the month in the archive, at most so
-- many at a time, and returns how many. The present and the last month stay. Each entry is in the log or in the archive, never in both
-- and never in none, because a call is one transaction. It locks these entries alone.
-- accepted unknown: a new function blocks nobody
CREATE FUNCTION archive_default_audit_entries(before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET "TimeZone" = 'UTC' SET lock_timeout = '100ms' AS $$
DECLARE
  bound timestamptz := least(date_trunc('month', before), date_trunc('month', now()) - interval '1 month');
  month timestamptz;
  name text;
  columns text;
  moved integer := 0;
BEGIN
  -- One at a time: two would create the same table.
  IF NOT pg_try_advisory_xact_lock('public.audit_entry'::regclass::oid::bigint) THEN RETURN 0; END IF;
  SELECT date_trunc('month', a.at) INTO month FROM audit_months.audit_entry_default a WHERE a.at < bound LIMIT 1;
  IF month IS NULL THEN RETURN 0; END IF;
  name := 'audit_entry_' || to_char(month, 'YYYY_MM');
  IF to_regclass(format('audit_archive.%I', name)) IS NULL THEN
    EXECUTE format('CREATE TABLE audit_archive.%I (LIKE public.audit_entry INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', name);
    EXECUTE format('CREATE TRIGGER audit_entry_kept BEFORE TRUNCATE ON audit_archive.%I
      FOR EACH STATEMENT EXECUTE FUNCTION public.audit_entry_is_final()', name);
    EXECUTE format('CREATE TRIGGER audit_entry_final BEFORE UPDATE OR DELETE ON audit_archive.%I
      FOR EACH ROW EXECUTE FUNCTION public.audit_entry_is_final()', name);
  END IF;
  SELECT string_agg(quote_ident(c.attname), ', ' ORDER BY c.attnum) INTO columns
  FROM pg_attribute c WHERE c.attrelid = 'public.audit_entry'::regclass AND c.attnum > 0 AND NOT c.attisdropped;
  EXECUTE format($move$
    WITH picked AS MATERIALIZED (
      SELECT * FROM audit_months.audit_entry_default a
      WHERE a.at >= $1 AND a.at < $1 + interval '1 month' LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    INSERT INTO audit_archive.%1$I (%2$s) SELECT %2$s FROM picked$move$, name, columns)
  USING month, greatest(least(most, 10000), 1);
  EXECUTE format($delete$
    DELETE FROM audit_months.audit_entry_default a USING audit_archive.%I kept
    WHERE a.at >= $1 AND a.at < $1 + interval '1 month' AND kept.id = a.id AND kept.at = a.at$delete$, name) USING month;
  GET DIAGNOSTICS moved = ROW_COUNT;
  RETURN moved;
END $$;

-- The entries of an order in the archived months, after an id, at most so many, in the order of their ids: for a request that the log
-- records as an export of this order, and for nothing else. So nobody reads the archive without a trace.
-- accepted unknown: a new function blocks nobody
CREATE FUNCTION archived_audit_of_order(request text, order_id integer, past bigint, most integer) RETURNS TABLE (id bigint, entry json)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  parts text;
BEGIN
  IF NOT EXISTS (SELECT FROM audit_entry a WHERE a.entity = 'order' AND a.entity_id = archived_audit_of_order.order_id
      AND a.action = 'personal-data.export' AND a.request_id = request
      AND a.at > now() - interval '10 minutes') THEN
    RAISE EXCEPTION 'no export of the order is recorded' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT string_agg(format('(SELECT a.id, a.at, a.action, a.actor_id, a.before, a.after FROM %s a
    WHERE a.entity = ''order'' AND a.entity_id = $1 AND a.id > $2 ORDER BY a.id LIMIT $3)', c.oid::regclass), ' UNION ALL ') INTO parts
  FROM pg_class c WHERE c.relnamespace = 'audit_archive'::regnamespace AND c.relkind = 'r';
  IF parts IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE format('SELECT a.id, json_build_object(''at'', a.at, ''action'', a.action, ''actor'', u.name, ''before'', a.before,
    ''after'', a.after) FROM (%s) AS a LEFT JOIN "user" u ON u.id = a.actor_id ORDER BY a.id LIMIT $3', parts)
    USING order_id, past, greatest(least(most, 1000), 1);
END $$;
-- accepted unknown: nobody uses the functions yet; the migrator grants them to the role for maintenance
REVOKE ALL ON FUNCTION archive_default_audit_entries(timestamptz, integer), archived_audit_of_order(text, integer, bigint, integer)
  FROM PUBLIC;
