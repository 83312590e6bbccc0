-- The two steps that each delivery takes, in one round trip each: the endpoint's row is locked for as short as can be.
-- Planning anew each time, which Postgres would do here, takes longer than running them.

-- Puts deliveries whose turn has come into the queue: those that are due, oldest first, as many as each endpoint may have
-- under way (one, while it fails, so that receivers that hang don't take the room of others). Of one order only the
-- oldest unfinished one goes, unless that waits for its next try. Endpoints are locked in ascending order until the
-- transaction ends: what is counted stays true. A plan that was made while the tables were small outlives that: each
-- statement is such that it has one good plan, by the indexes, whatever the tables' size.
CREATE FUNCTION webhook_promote(endpoints integer[], at timestamptz) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  deliveries integer[];
BEGIN
  PERFORM FROM webhook_endpoint WHERE id = ANY (endpoints) ORDER BY id FOR NO KEY UPDATE;
  -- A statement of its own, after the lock, sees what others did while it was waited for.
  WITH room AS (
    SELECT e.id, e.disabled_at IS NOT NULL AS is_off,
      CASE WHEN e.failing_since IS NULL THEN least(e.concurrency, coalesce(e.rate_per_second, e.concurrency)) ELSE 1 END
      - (SELECT count(*) FROM webhook_delivery q
         WHERE q.endpoint_id = e.id AND q.status = 'pending' AND q.queued_at IS NOT NULL) AS free
    FROM webhook_endpoint e WHERE e.id = ANY (endpoints)
  )
  SELECT array_agg(turn.id ORDER BY turn.id) INTO deliveries FROM room CROSS JOIN LATERAL (
    SELECT d.id FROM webhook_delivery d
    WHERE d.endpoint_id = room.id AND d.status = 'pending' AND d.queued_at IS NULL AND d.next_attempt_at <= at
      AND (d.cause <> 'change' OR NOT room.is_off)
      -- OFFSET 0 keeps it a look-up by index for each candidate, whatever the planner thinks of the table's size.
      AND NOT EXISTS (
        SELECT FROM webhook_delivery other
        WHERE other.endpoint_id = d.endpoint_id AND other.order_id = d.order_id AND other.status = 'pending'
          AND other.id <> d.id
          AND (other.queued_at IS NOT NULL OR (other.id < d.id AND other.next_attempt_at <= at))
        OFFSET 0)
    ORDER BY d.next_attempt_at, d.id
    LIMIT greatest(room.free, 0)
  ) turn;
  IF deliveries IS NOT NULL THEN
    -- By ids that are known: joined to their choice, the choice could be planned to be made for each delivery there is.
    UPDATE webhook_delivery SET queued_at = at WHERE id = ANY (deliveries);
    PERFORM graphile_worker.add_jobs(ARRAY(
      SELECT (
        'deliver-webhook', json_build_object('deliveryId', id), NULL, NULL, NULL, 'deliver-webhook:' || id, NULL, NULL
      )::graphile_worker.job_spec FROM unnest(deliveries) AS id));
  END IF;
END $$;

-- Records an attempt that succeeded, and lets the next delivery go. Answers false when it was recorded before.
CREATE FUNCTION webhook_succeed(attempt jsonb, at timestamptz) RETURNS boolean
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  delivery webhook_delivery;
BEGIN
  INSERT INTO webhook_attempt
    (delivery_id, number, url, started_at, duration_ms, request_headers, response_status, response_headers, response_body)
  SELECT "deliveryId", number, url, "startedAt", "durationMs", "requestHeaders", "responseStatus", "responseHeaders", "responseBody"
  FROM jsonb_to_record(attempt) AS a (
    "deliveryId" integer, number integer, url text, "startedAt" timestamptz, "durationMs" integer,
    "requestHeaders" jsonb, "responseStatus" integer, "responseHeaders" jsonb, "responseBody" text)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE webhook_delivery
  SET status = 'succeeded', attempt_count = (attempt->>'number')::integer, queued_at = NULL, next_attempt_at = NULL,
    finished_at = at, reason = NULL
  WHERE id = (attempt->>'deliveryId')::integer RETURNING * INTO delivery;
  PERFORM pg_notify('webhook_deliveries', delivery.id::text);
  IF delivery.cause = 'change' THEN
    UPDATE webhook_endpoint SET failing_since = NULL, last_success_at = at WHERE id = delivery.endpoint_id;
  END IF;
  PERFORM webhook_promote(ARRAY[delivery.endpoint_id], at);
  RETURN true;
END $$;
