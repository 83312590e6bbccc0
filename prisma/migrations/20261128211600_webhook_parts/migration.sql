-- Creates the partitions of events, deliveries and attempts that begin before a time, at most a year ahead, each of so many weeks. What is
-- in a default partition already stays there. It waits 100 ms for a lock, as others wait behind it; call it again.
-- accepted unknown: a new function blocks nobody
CREATE FUNCTION create_webhook_parts(until timestamptz, weeks integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET "TimeZone" = 'UTC' SET lock_timeout = '100ms' AS $$
DECLARE
  bound timestamptz := least(until, now() + interval '1 year');
  step interval := make_interval(weeks => least(greatest(coalesce(weeks, 1), 1), 53));
  part timestamptz;
  parent text;
  created integer := 0;
BEGIN
  -- Not a wait: the one that creates them already does it for all.
  IF NOT pg_try_advisory_xact_lock('public.webhook_event'::regclass::oid::bigint) THEN RETURN 0; END IF;
  SELECT max(p.ends_at) INTO STRICT part FROM unnest(ARRAY['event', 'delivery', 'attempt']) AS t,
    public.time_partitions(('public.webhook_' || t)::regclass) p;
  WHILE part < bound LOOP
    FOREACH parent IN ARRAY ARRAY['webhook_event', 'webhook_delivery', 'webhook_attempt'] LOOP
      PERFORM public.create_time_partition(('public.' || parent)::regclass, parent || '_' || to_char(part, 'YYYY_MM_DD'), part, part + step);
    END LOOP;
    created := created + 1;
    part := part + step;
  END LOOP;
  RETURN created;
END $$;

-- Drops the oldest events before a time, with their deliveries and attempts: the partitions of one time as a whole, unless a delivery of it
-- is pending, or, where no partition has ended, at most so many events from the partitions without a beginning, which hold the rows of
-- earlier releases and those outside of all other partitions. Returns what it dropped; call it again until it is nothing. It waits
-- 100 ms for a lock, as others wait behind it, and drops no partition then.
-- accepted unknown: a new function blocks nobody
CREATE FUNCTION forget_webhooks(before timestamptz, most integer, OUT parts integer, OUT events integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET "TimeZone" = 'UTC' SET lock_timeout = '100ms' AS $$
DECLARE
  bound timestamptz := least(before, now());
  ended record;
  part record;
  deleted integer;
BEGIN
  parts := 0;
  events := 0;
  IF NOT pg_try_advisory_xact_lock('public.webhook_event'::regclass::oid::bigint) THEN RETURN; END IF;
  FOR ended IN
    SELECT DISTINCT coalesce(p.starts_at, '-infinity') AS starts_at, p.ends_at FROM unnest(ARRAY['event', 'delivery', 'attempt']) AS t,
      public.time_partitions(('public.webhook_' || t)::regclass) p
    WHERE p.ends_at <= bound ORDER BY p.ends_at
  LOOP
    CONTINUE WHEN EXISTS (SELECT FROM public.webhook_delivery d
      WHERE d.event_at >= ended.starts_at AND d.event_at < ended.ends_at AND d.status = 'pending');
    BEGIN
      LOCK TABLE ONLY public.webhook_event, ONLY public.webhook_delivery, ONLY public.webhook_attempt IN ACCESS EXCLUSIVE MODE;
      IF EXISTS (SELECT FROM public.webhook_delivery d
          WHERE d.event_at >= ended.starts_at AND d.event_at < ended.ends_at AND d.status = 'pending') THEN
        RETURN;
      END IF;
      FOR part IN
        SELECT p.name FROM unnest(ARRAY['event', 'delivery', 'attempt']) AS t, public.time_partitions(('public.webhook_' || t)::regclass) p
        WHERE coalesce(p.starts_at, '-infinity') = ended.starts_at AND p.ends_at = ended.ends_at
      LOOP
        -- Not detached before: that would lock the tables of its foreign keys, too.
        EXECUTE format('DROP TABLE webhook_parts.%I', part.name);
      END LOOP;
      DELETE FROM webhook_parts.webhook_delivery_default WHERE event_at >= ended.starts_at AND event_at < ended.ends_at;
      DELETE FROM webhook_parts.webhook_attempt_default WHERE event_at >= ended.starts_at AND event_at < ended.ends_at;
    EXCEPTION WHEN lock_not_available THEN RETURN;
    END;
    parts := 1;
    RETURN;
  END LOOP;
  FOR part IN SELECT p.name FROM public.time_partitions('public.webhook_event') p WHERE p.starts_at IS NULL LOOP
    EXECUTE format($delete$
      DELETE FROM webhook_parts.%1$I WHERE id IN (
        SELECT ev.id FROM webhook_parts.%1$I ev
        WHERE ev.created_at < $1
          AND NOT EXISTS (SELECT FROM public.webhook_delivery d WHERE d.event_id = ev.id AND d.status = 'pending')
        ORDER BY ev.created_at LIMIT $2 FOR UPDATE)$delete$, part.name) USING before, least(most, 10000) - events;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    events := events + deleted;
  END LOOP;
END $$;

-- accepted unknown: nobody uses the functions yet; the migrator grants them to the role that may
REVOKE EXECUTE ON FUNCTION create_webhook_parts(timestamptz, integer), forget_webhooks(timestamptz, integer) FROM PUBLIC;

-- Records an attempt that succeeded, and lets the next delivery go. Answers false when it was recorded before, or the delivery is gone. The
-- delivery is locked first: no key of all partitions keeps two processes from recording the same attempt.
-- accepted unknown: answers the last release as before
CREATE OR REPLACE FUNCTION webhook_succeed(attempt jsonb, at timestamptz) RETURNS boolean
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  delivery webhook_delivery;
BEGIN
  SELECT * INTO delivery FROM webhook_delivery WHERE id = (attempt->>'deliveryId')::bigint FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO webhook_attempt
    (delivery_id, event_at, number, url, started_at, duration_ms, request_headers, response_status, response_headers, response_body)
  SELECT delivery.id, delivery.event_at, number, url, "startedAt", "durationMs", "requestHeaders", "responseStatus", "responseHeaders", "responseBody"
  FROM jsonb_to_record(attempt) AS a (
    number integer, url text, "startedAt" timestamptz, "durationMs" integer,
    "requestHeaders" jsonb, "responseStatus" integer, "responseHeaders" jsonb, "responseBody" text)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE webhook_delivery
  SET status = 'succeeded', attempt_count = (attempt->>'number')::integer, queued_at = NULL, next_attempt_at = NULL,
    finished_at = at, reason = NULL
  WHERE id = delivery.id AND event_at = delivery.event_at;
  PERFORM pg_notify('webhook_deliveries', delivery.id::text);
  IF delivery.cause = 'change' THEN
    UPDATE webhook_endpoint SET failing_since = NULL, last_success_at = at WHERE id = delivery.endpoint_id;
  END IF;
  PERFORM webhook_promote(ARRAY[delivery.endpoint_id], at);
  RETURN true;
END $$;

-- accepted unknown: a function of this migration, which creates what begins in the next weeks
SELECT create_webhook_parts(now() + interval '8 weeks', 1);
