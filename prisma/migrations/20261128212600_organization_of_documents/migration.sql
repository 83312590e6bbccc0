-- Writes the search documents of orders, which are new, or locked by the transaction that changes them. Names and values are
-- joined by a letter where their special characters are taken, so that those of two values are never adjacent.
-- accepted unknown: writes for the last release what it wrote before, and the organization
CREATE OR REPLACE FUNCTION refresh_order_search(ids bigint[]) RETURNS void LANGUAGE sql AS $$
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
$$;

-- Triggers on columns of 32 bits call it.
-- accepted backfill: changes no row, and writes for the last release what it wrote before, and the organization
DO $do$ BEGIN
  IF to_regprocedure('refresh_order_search(integer[])') IS NOT NULL THEN
    CREATE OR REPLACE FUNCTION refresh_order_search(ids integer[]) RETURNS void LANGUAGE sql AS 'SELECT refresh_order_search(ids::bigint[])';
  END IF;
END $do$;
