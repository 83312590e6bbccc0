-- Functions without ids in their types, whose bodies have ids of 64 bits from now on.

-- accepted unknown: it takes and returns the same as before, and works with columns of both widths
CREATE OR REPLACE FUNCTION departure_rates_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  ids bigint[];
BEGIN
  IF TG_LEVEL = 'ROW' THEN ids := ARRAY[NEW.id]; ELSE ids := ARRAY(SELECT id FROM changed); END IF;
  IF TG_TABLE_NAME = 'availability' THEN
    PERFORM add_departure_rates(ids, NULL);
  ELSE
    PERFORM add_departure_rates(NULL, ids);
  END IF;
  RETURN NULL;
END $$;

-- accepted unknown: it takes and returns the same as before, and works with columns of both widths
CREATE OR REPLACE FUNCTION order_search_of_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  ids bigint[] := (SELECT array_agg(DISTINCT order_id) FROM written WHERE order_id IS NOT NULL);
BEGIN
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_order_search(ids);
  IF TG_TABLE_NAME = 'passenger' THEN
    UPDATE orders o SET leader_sort = leader.name
    FROM unnest(ids) AS touched (id)
    LEFT JOIN passenger p ON p.order_id = touched.id AND p.is_leader
    CROSS JOIN LATERAL (SELECT left(coalesce(p.full_name, ''), 100) AS name) leader
    WHERE o.id = touched.id AND o.leader_sort <> leader.name;
  END IF;
  RETURN NULL;
END $$;

-- accepted unknown: it takes and returns the same as before, and works with columns of both widths
CREATE OR REPLACE FUNCTION refuse_unsettled_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  departures bigint[];
  settled jsonb := coalesce(nullif(current_setting('channel.unsettled_places', true), ''), '{}');
BEGIN
  IF TG_TABLE_NAME = 'availability' THEN
    departures := CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.id] WHEN 'DELETE' THEN ARRAY[OLD.id] ELSE ARRAY[OLD.id, NEW.id] END;
  ELSE
    departures := CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.availability_id] WHEN 'DELETE' THEN ARRAY[OLD.availability_id]
      ELSE ARRAY[OLD.availability_id, NEW.availability_id] END;
  END IF;
  IF EXISTS (SELECT FROM unnest(departures) AS moved (id) WHERE settled ->> moved.id::text IS DISTINCT FROM '0') THEN
    RAISE EXCEPTION 'availability_booked_check: departures must count exactly the places that their bookings hold'
      USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA, TABLE = 'availability', CONSTRAINT = 'availability_booked_check',
        DETAIL = 'Places counted beyond those held, by departure: ' || settled::text;
  END IF;
  RETURN NULL;
END $$;

-- accepted unknown: it takes and returns the same as before, and works with columns of both widths
CREATE OR REPLACE FUNCTION stamp_everything()
 RETURNS void
 LANGUAGE sql
AS $$
  SELECT add_change_stamp(s.name, s.subject) FROM (
    SELECT c.relname::text AS name, 0 AS subject FROM pg_trigger t
    JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid WHERE p.proname = 'stamp_change'
    UNION SELECT 'tag', 0
    UNION SELECT 'tag', id FROM organization
    UNION SELECT 'availability', id FROM product
    UNION SELECT 'orders of ' || left(viewer, 1), substr(viewer, 2)::bigint FROM (SELECT DISTINCT unnest(viewers) AS viewer FROM orders) v
  ) s
$$;

-- accepted unknown: it takes and returns the same as before, and works with columns of both widths
CREATE OR REPLACE FUNCTION stamp_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM add_change_stamp('orders of ' || left(viewer, 1), substr(viewer, 2)::bigint)
  FROM (SELECT DISTINCT unnest(viewers) AS viewer FROM written) w;
  RETURN NULL;
END $$;

-- accepted unknown: it takes and returns the same as before, and works with columns of both widths
CREATE OR REPLACE FUNCTION webhook_succeed(attempt jsonb, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
DECLARE
  delivery webhook_delivery;
BEGIN
  INSERT INTO webhook_attempt
    (delivery_id, number, url, started_at, duration_ms, request_headers, response_status, response_headers, response_body)
  SELECT "deliveryId", number, url, "startedAt", "durationMs", "requestHeaders", "responseStatus", "responseHeaders", "responseBody"
  FROM jsonb_to_record(attempt) AS a (
    "deliveryId" bigint, number integer, url text, "startedAt" timestamptz, "durationMs" integer,
    "requestHeaders" jsonb, "responseStatus" integer, "responseHeaders" jsonb, "responseBody" text)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE webhook_delivery
  SET status = 'succeeded', attempt_count = (attempt->>'number')::integer, queued_at = NULL, next_attempt_at = NULL,
    finished_at = at, reason = NULL
  WHERE id = (attempt->>'deliveryId')::bigint RETURNING * INTO delivery;
  PERFORM pg_notify('webhook_deliveries', delivery.id::text);
  IF delivery.cause = 'change' THEN
    UPDATE webhook_endpoint SET failing_since = NULL, last_success_at = at WHERE id = delivery.endpoint_id;
  END IF;
  PERFORM webhook_promote(ARRAY[delivery.endpoint_id], at);
  RETURN true;
END $$;
