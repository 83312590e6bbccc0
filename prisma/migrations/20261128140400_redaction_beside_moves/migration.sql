-- Redaction, and what moves entries of the audit log, exclude each other: an entry that is moved meanwhile was in neither of the places
-- that redaction had listed, and kept its values. Redaction waits 2 s; what moves gives up, and is called again. Redaction is the last
-- step of an erasure, so it refuses one whose late copies and files are not erased yet.
-- accepted unknown: redaction waits for a move, which takes milliseconds
CREATE OR REPLACE FUNCTION redact_audit(erasure integer, most integer, moment timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  request personal_data_erasure;
  part regclass;
  of_part record;
  changed integer := 0;
BEGIN
  -- Nothing is moved between the places that are read: a statement sees the places of its beginning.
  PERFORM pg_advisory_xact_lock('public.audit_entry'::regclass::oid::bigint);
  SELECT * INTO request FROM personal_data_erasure WHERE id = erasure FOR UPDATE;
  IF request.id IS NULL OR request.audited_at IS NOT NULL OR request.orders_done < cardinality(request.order_ids)
    OR request.copies_at IS NULL OR request.files_at IS NULL THEN
    RETURN 0;
  END IF;
  -- Not by SET of the function: only a superuser may create one with a setting of a name that Postgres does not know.
  PERFORM set_config('channel.redacting', 'on', true);
  FOR part IN
    SELECT 'public.audit_entry'::regclass UNION ALL
    SELECT c.oid FROM pg_class c WHERE c.relnamespace = 'audit_archive'::regnamespace AND c.relkind = 'r'
  LOOP
    EXIT WHEN changed >= most;
    EXECUTE format($redact$
      WITH found AS (
        SELECT a.id, a.at, a.before, a.after, redacted_members(a.before) AS redacted_before, redacted_members(a.after) AS redacted_after
        FROM %1$s a
        WHERE (a.entity = 'order' AND a.entity_id = ANY ($1.order_ids)
            AND a.entity_id IN (SELECT o.id FROM orders o WHERE o.organization_id = $1.organization_id)
          OR a.entity = 'batch' AND a.entity_id IN (SELECT r.batch_id FROM batch_row r JOIN orders o ON o.id = r.order_id
            WHERE r.order_id = ANY ($1.order_ids) AND o.organization_id = $1.organization_id)
          OR a.entity = 'saved-view' AND a.entity_id = ANY ($1.view_ids) AND a.organization_id = $1.organization_id)
      ), picked AS (
        SELECT * FROM found
        WHERE redacted_before IS DISTINCT FROM before OR redacted_after IS DISTINCT FROM after
        ORDER BY id LIMIT $2
      ), written AS (
        UPDATE %1$s a SET before = s.redacted_before, after = s.redacted_after FROM picked s
        WHERE a.id = s.id AND a.at = s.at RETURNING a.id
      )
      SELECT (SELECT count(*)::int FROM written) AS entries, (
        SELECT count(*)::int FROM picked s CROSS JOIN LATERAL (VALUES (s.before, s.redacted_before), (s.after, s.redacted_after)) AS v (old, new)
        CROSS JOIN LATERAL jsonb_each(CASE jsonb_typeof(v.old) WHEN 'object' THEN v.old END) AS e (key, member) WHERE v.new -> key <> member
      ) AS counted$redact$, part) INTO of_part USING request, most - changed;
    changed := changed + of_part.entries;
    request.audit_values := request.audit_values + of_part.counted;
  END LOOP;
  PERFORM set_config('channel.redacting', '', true);
  UPDATE personal_data_erasure SET audit_values = request.audit_values WHERE id = erasure;
  IF changed = 0 THEN
    UPDATE personal_data_erasure SET audited_at = moment WHERE id = erasure;
    INSERT INTO audit_entry (at, channel, organization_id, actor_id, action, entity, entity_id, after, request_id)
    VALUES (moment, 'system', request.organization_id, request.requested_by_id, 'personal-data.erase', 'personal-data-erasure', erasure,
      jsonb_build_object('orders', to_jsonb(request.order_ids), 'auditValues', request.audit_values, 'rows', request.rows_erased),
      request.request_id);
  END IF;
  RETURN changed;
END $$;

-- accepted unknown: it returns none while an erasure is redacted, as it does while it gets no lock
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

-- accepted unknown: it returns 0 while an erasure is redacted; the job calls it again in an hour
CREATE OR REPLACE FUNCTION archive_default_audit_entries(before timestamptz, most integer) RETURNS integer
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

-- The record of an export allows to read the archive for ten minutes: each part of an export has one of its own.
-- accepted unknown: the last release does not call it
CREATE OR REPLACE FUNCTION archived_audit_of_order(request text, order_id integer, past bigint, most integer) RETURNS TABLE (id bigint, entry json)
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

-- accepted unknown: names of its own schemas alone, which all of its statements have
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
