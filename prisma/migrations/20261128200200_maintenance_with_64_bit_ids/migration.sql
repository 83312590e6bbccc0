-- Each is called once in a while, with a value of unknown type: two of a name would be ambiguous.

-- accepted unknown: the same function follows, and a caller that finds none meanwhile repeats its call
DROP FUNCTION redact_audit(integer, integer, timestamptz);

CREATE FUNCTION redact_audit(erasure bigint, most integer, moment timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
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
END $function$;

-- accepted unknown: the migrator grants it to the role for maintenance afterwards
REVOKE ALL ON FUNCTION redact_audit(bigint, integer, timestamptz) FROM PUBLIC;

-- accepted unknown: the same function follows, and a caller that finds none meanwhile repeats its call
DROP FUNCTION archived_audit_of_order(text, integer, bigint, integer);

CREATE FUNCTION archived_audit_of_order(request text, order_id bigint, past bigint, most integer)
 RETURNS TABLE(id bigint, entry json)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$;

-- accepted unknown: the migrator grants it to the role for maintenance afterwards
REVOKE ALL ON FUNCTION archived_audit_of_order(text, bigint, bigint, integer) FROM PUBLIC;
