-- The functions that follow orders, passengers and tags were planned at each call, which took longer than they run: Postgres
-- prefers a plan for the given array. Now a session plans them once. A plan that was made while the tables were small outlives that: each
-- statement is such that it has one good plan, by the indexes, whatever the tables' size.

-- accepted unknown: it takes, returns and writes the same as before
CREATE OR REPLACE FUNCTION refresh_order_search(ids bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO order_search (order_id, organization_id, document, symbols)
  SELECT o.id, o.organization_id, ' ' || search_form(concat_ws(' ', o.id, o.reference_code, named.document, tagged.document)),
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
  ON CONFLICT (order_id) DO UPDATE SET organization_id = excluded.organization_id, document = excluded.document, symbols = excluded.symbols
  WHERE (order_search.document, order_search.symbols) IS DISTINCT FROM (excluded.document, excluded.symbols);
END $$;

-- accepted unknown: it takes, returns and writes the same as before
CREATE OR REPLACE FUNCTION refresh_tag_sets(cities bigint[], orders bigint[], products bigint[], users bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
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
END $$;

-- accepted unknown: it takes, returns and writes the same as before
CREATE OR REPLACE FUNCTION order_search_of_rows() RETURNS trigger
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
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
