-- A search for `Byron Ada` finds Ada Byron: behind the last name of each passenger the search document repeats the first one, so
-- that both orders of the name stand in it.
CREATE OR REPLACE FUNCTION refresh_order_words(ids integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_words (order_id, words, signs)
  SELECT o.id, ' ' || search_form(concat_ws(' ', o.id, o.reference_code, named.words, tagged.words)),
    signs_of(concat_ws('x', named.signed, tagged.signed))
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT string_agg(concat_ws(' ', p.full_name, p.first_name, CASE WHEN p.is_leader THEN p.email END), ' ' ORDER BY p.position, p.id) AS words,
      string_agg(p.full_name, 'x') AS signed
    FROM passenger p WHERE p.order_id = o.id) named
  CROSS JOIN LATERAL (
    SELECT string_agg(t.value_text, ' ' ORDER BY t.id) AS words, string_agg(t.value_text, 'x') AS signed
    FROM tag t WHERE t.order_id = o.id) tagged
  WHERE o.id = ANY (ids) ORDER BY o.id
  ON CONFLICT (order_id) DO UPDATE SET words = excluded.words, signs = excluded.signs
  WHERE (order_words.words, order_words.signs) IS DISTINCT FROM (excluded.words, excluded.signs);
$$;

-- Orders that exist already.
SELECT refresh_order_words(ARRAY(SELECT id FROM orders));
