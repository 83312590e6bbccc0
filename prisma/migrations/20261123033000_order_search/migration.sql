-- The search document of an order, and the special characters in it, have the names of what they are.
ALTER TABLE "order_words" RENAME TO "order_search";
ALTER TABLE "order_search" RENAME COLUMN "words" TO "document";
ALTER TABLE "order_search" RENAME COLUMN "signs" TO "symbols";
ALTER TABLE "order_search" RENAME CONSTRAINT "order_words_pkey" TO "order_search_pkey";
ALTER TABLE "order_search" RENAME CONSTRAINT "order_words_order_id_fkey" TO "order_search_order_id_fkey";
ALTER INDEX "order_words_trgm_idx" RENAME TO "order_search_trgm_idx";
ALTER INDEX "order_words_signs_idx" RENAME TO "order_search_symbols_idx";

ALTER FUNCTION signs_of(text) RENAME TO symbols_of;
ALTER FUNCTION refresh_order_words(integer[]) RENAME TO refresh_order_search;
ALTER FUNCTION order_words_of_order() RENAME TO order_search_of_order;
ALTER FUNCTION order_words_of_rows() RENAME TO order_search_of_rows;

-- Writes the search documents of orders, which are new, or locked by the transaction that changes them. Names and values are
-- joined by a letter where their special characters are taken, so that those of two values are never adjacent.
CREATE OR REPLACE FUNCTION refresh_order_search(ids integer[]) RETURNS void LANGUAGE sql AS $$
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

CREATE OR REPLACE FUNCTION order_search_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_order_search(ARRAY[NEW.id]);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION order_search_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[] := (SELECT array_agg(DISTINCT order_id) FROM written WHERE order_id IS NOT NULL);
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

ALTER TRIGGER "orders_words_made" ON "orders" RENAME TO "orders_search_inserted";
ALTER TRIGGER "orders_words_changed" ON "orders" RENAME TO "orders_search_updated";
ALTER TRIGGER "passenger_words_made" ON "passenger" RENAME TO "passenger_search_inserted";
ALTER TRIGGER "passenger_words_changed" ON "passenger" RENAME TO "passenger_search_updated";
ALTER TRIGGER "passenger_words_gone" ON "passenger" RENAME TO "passenger_search_deleted";
ALTER TRIGGER "tag_words_made" ON "tag" RENAME TO "tag_search_inserted";
ALTER TRIGGER "tag_words_changed" ON "tag" RENAME TO "tag_search_updated";
ALTER TRIGGER "tag_words_gone" ON "tag" RENAME TO "tag_search_deleted";
