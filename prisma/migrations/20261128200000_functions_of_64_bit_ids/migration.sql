-- Functions that take ids of 64 bits, beside those of 32 bits, which the programs of the last release use until the tables are widened
-- (`widen_ids`). A caller gets the one of its type.


CREATE FUNCTION add_change_stamp(stamped text, of_subject bigint)
 RETURNS void
 LANGUAGE sql
AS $$
  INSERT INTO change_stamp AS s (name, subject, transaction, value)
  VALUES (stamped, of_subject, pg_current_xact_id()::text::bigint, floor(random() * 1e18))
  -- A database that was restored from a dump counts transactions anew, and may have a stamp of this number.
  ON CONFLICT (name, subject, transaction) DO UPDATE SET value = s.value + excluded.value
  WHERE s.xmin <> pg_current_xact_id()::xid
$$;

CREATE FUNCTION add_departure_rates(departures bigint[], rates bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $$
BEGIN
  -- Transactions that add departures and rates to one service level at the same time would not see each other's rows.
  PERFORM FROM service_level
  WHERE id IN (
    SELECT service_level_id FROM availability WHERE id = ANY (departures)
    UNION SELECT service_level_id FROM rate WHERE id = ANY (rates)
  )
  ORDER BY id FOR NO KEY UPDATE;

  INSERT INTO departure_rate (id, availability_id, rate_id)
  SELECT CASE WHEN missing.place = 1 AND NOT EXISTS (SELECT FROM departure_rate own WHERE own.id = missing.availability_id)
      THEN missing.availability_id ELSE nextval('availability_id_seq') END,
    missing.availability_id, missing.rate_id
  FROM (
    SELECT a.id AS availability_id, r.id AS rate_id,
      row_number() OVER (
        PARTITION BY a.id
        ORDER BY EXISTS (SELECT FROM rate_price p WHERE p.rate_id = r.id) DESC,
          (a.date IS NOT NULL OR rate_holds(r.valid_from, r.valid_to, r.weekdays, current_date)) DESC, r.position, r.id
      ) AS place
    FROM availability a
    JOIN rate r ON r.service_level_id = a.service_level_id
    WHERE (departures IS NULL OR a.id = ANY (departures)) AND (rates IS NULL OR r.id = ANY (rates))
      AND (a.date IS NULL OR rate_holds(r.valid_from, r.valid_to, r.weekdays, a.date))
      AND NOT EXISTS (SELECT FROM departure_rate known WHERE known.availability_id = a.id AND known.rate_id = r.id)
  ) missing
  ORDER BY missing.availability_id, missing.place;
END $$;

CREATE FUNCTION add_unsettled_places(departures bigint[], places bigint[])
 RETURNS void
 LANGUAGE sql
AS $$
  SELECT set_config('channel.unsettled_places', coalesce(jsonb_object_agg(id, net)::text, ''), true)
  FROM (
    SELECT id, sum(net) AS net
    FROM (
      SELECT key AS id, value::bigint AS net
      FROM jsonb_each_text(coalesce(nullif(current_setting('channel.unsettled_places', true), ''), '{}')::jsonb)
      UNION ALL
      SELECT id::text, net FROM unnest(departures, places) AS moved (id, net)
    ) every GROUP BY id
  ) unsettled
$$;

CREATE FUNCTION products_departing(sold_by bigint, start_date date, end_date date, places integer, moment timestamp with time zone)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
AS $$
  WITH sold AS MATERIALIZED (
    SELECT DISTINCT sl.product_id, sl.id AS service_level_id, sl.offer_time_start, sl.offer_time_end, here.today, here.time,
      greatest(start_date, here.today, r.valid_from) AS first, least(end_date, r.valid_to, 'infinity') AS last, r.weekdays
    FROM role_product rp
    JOIN product p ON p.id = rp.product_id
    JOIN city c ON c.id = p.city_id
    CROSS JOIN LATERAL (SELECT moment AT TIME ZONE c.time_zone AS now) clock
    CROSS JOIN LATERAL (SELECT clock.now::date AS today, clock.now::time AS time) here
    JOIN service_level sl ON sl.product_id = p.id
    JOIN rate r ON r.service_level_id = sl.id AND EXISTS (SELECT FROM rate_price price WHERE price.rate_id = r.id)
    WHERE rp.role_id = sold_by
  )
  SELECT DISTINCT sold.product_id
  FROM sold
  CROSS JOIN LATERAL (
    (SELECT FROM availability a
     WHERE a.service_level_id = sold.service_level_id AND a.date BETWEEN sold.first AND sold.last
       AND a.capacity >= places AND a.remaining >= places
       AND (a.date > sold.today OR a.start_time IS NULL OR a.start_time > sold.time)
       AND rate_holds(NULL, NULL, sold.weekdays, a.date)
     ORDER BY a.date, a.capacity LIMIT 1)
    UNION ALL
    -- A pass stands on every day of its offer; of any seven days in a row each weekday is one.
    (SELECT FROM availability a
     CROSS JOIN LATERAL (SELECT
       greatest(sold.first, sold.offer_time_start, CASE WHEN a.start_time <= sold.time THEN sold.today + 1 END) AS first,
       least(sold.last, sold.offer_time_end) AS last) days
     CROSS JOIN LATERAL generate_series(0, least(6, days.last - days.first)) AS later
     WHERE a.service_level_id = sold.service_level_id AND a.date IS NULL AND a.remaining >= places
       AND rate_holds(NULL, NULL, sold.weekdays, days.first + later)
     LIMIT 1)
    LIMIT 1
  ) departure
  WHERE sold.first <= sold.last
$$;

CREATE FUNCTION refresh_order_search(ids bigint[])
 RETURNS void
 LANGUAGE sql
AS $$
  INSERT INTO order_search (order_id, document, symbols)
  SELECT o.id, ' ' || search_form(concat_ws(' ', o.id, o.reference_code, named.document, tagged.document)),
    symbols_of(concat_ws('x', named.joined, tagged.joined))
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT string_agg(concat_ws(' ', p.full_name, p.first_name, CASE WHEN p.is_leader THEN p.email END), ' ' ORDER BY p.position, p.id) AS document,
      string_agg(p.full_name, 'x') AS joined
    FROM passenger p WHERE p.order_id = o.id) named
  CROSS JOIN LATERAL (
    SELECT string_agg(t.value_text, ' ' ORDER BY t.id) AS document, string_agg(t.value_text, 'x') AS joined
    FROM tag t WHERE t.order_id = o.id) tagged
  WHERE o.id = ANY (ids) ORDER BY o.id
  ON CONFLICT (order_id) DO UPDATE SET document = excluded.document, symbols = excluded.symbols
  WHERE (order_search.document, order_search.symbols) IS DISTINCT FROM (excluded.document, excluded.symbols);
$$;

CREATE FUNCTION refresh_tag_sets(cities bigint[], orders bigint[], products bigint[], users bigint[])
 RETURNS void
 LANGUAGE sql
AS $$
  DELETE FROM tag_set WHERE city_id = ANY (cities) OR order_id = ANY (orders) OR product_id = ANY (products) OR user_id = ANY (users);
  INSERT INTO tag_set (city_id, order_id, product_id, user_id, names)
  SELECT t.city_id, t.order_id, t.product_id, t.user_id, array_agg(DISTINCT named.name)
  FROM tag t CROSS JOIN LATERAL (VALUES
    (tag_name(t.organization_id, 'v', t.value_text)),
    (tag_name(t.organization_id, 't', t.key || ':' || t.value_text)),
    (tag_name(t.organization_id, 'k', t.key)),
    (tag_name(t.organization_id, 'p', char_length(t.key) || ':' || t.key || ':' || t.value_text))) named (name)
  WHERE t.city_id = ANY (cities) OR t.order_id = ANY (orders) OR t.product_id = ANY (products) OR t.user_id = ANY (users)
  GROUP BY 1, 2, 3, 4;
$$;

CREATE FUNCTION tag_name(organization_id bigint, kind text, content text)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
AS $$
  SELECT ('x' || encode(substr(sha256(convert_to(organization_id || ':' || kind || ':' || content, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
$$;

CREATE FUNCTION tag_subject(organization_id bigint, order_id bigint, booking_id bigint, transfer_id bigint, supplier_id bigint, client_id bigint, role_id bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $$
  SELECT CASE
    WHEN coalesce(order_id, booking_id, transfer_id) IS NOT NULL THEN NULL
    WHEN coalesce(supplier_id, client_id, role_id) IS NOT NULL THEN 0
    ELSE organization_id
  END
$$;

CREATE FUNCTION webhook_promote(endpoints bigint[], at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $$
DECLARE
  any_off boolean;
  deliveries bigint[];
BEGIN
  SELECT bool_or(disabled_at IS NOT NULL) INTO any_off
  FROM (SELECT disabled_at FROM webhook_endpoint WHERE id = ANY (endpoints) ORDER BY id FOR NO KEY UPDATE) locked;
  -- Statements of their own, after the lock, see what others did while it was waited for.
  IF any_off THEN
    UPDATE webhook_delivery d
    SET status = 'skipped', finished_at = at, next_attempt_at = NULL,
      reason = CASE WHEN e.deleted_at IS NULL THEN 'The endpoint was switched off.' ELSE 'The endpoint was deleted.' END
    FROM webhook_endpoint e
    WHERE e.id = ANY (endpoints) AND e.disabled_at IS NOT NULL AND d.endpoint_id = e.id AND d.status = 'pending'
      AND d.queued_at IS NULL AND (d.cause = 'change' OR e.deleted_at IS NOT NULL);
  END IF;
  WITH room AS (
    SELECT e.id,
      CASE WHEN e.failing_since IS NULL THEN least(e.concurrency, coalesce(e.rate_per_second, e.concurrency)) ELSE 1 END
      - (SELECT count(*) FROM webhook_delivery q
         WHERE q.endpoint_id = e.id AND q.status = 'pending' AND q.queued_at IS NOT NULL) AS free
    FROM webhook_endpoint e WHERE e.id = ANY (endpoints)
  )
  SELECT array_agg(turn.id ORDER BY turn.id) INTO deliveries FROM room CROSS JOIN LATERAL (
    SELECT d.id FROM webhook_delivery d
    WHERE d.endpoint_id = room.id AND d.status = 'pending' AND d.queued_at IS NULL AND d.next_attempt_at <= at
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
