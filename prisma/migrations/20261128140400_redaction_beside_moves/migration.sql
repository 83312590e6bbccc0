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
