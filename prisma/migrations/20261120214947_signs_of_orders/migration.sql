-- A search for signs alone, such as `!!`, holds no word: it looked at every name and every tag of all orders.

-- AlterTable
ALTER TABLE "order_words" ADD COLUMN     "signs" TEXT[] NOT NULL DEFAULT '{}';

-- CreateIndex
CREATE INDEX "order_words_signs_idx" ON "order_words" USING GIN ("signs") WITH (fastupdate = off);

-- What Prisma's schema language cannot say.

-- A text as quick search compares it. The sigma at the end of a Greek word is the one within it: what ends a text that is
-- searched for need not end a word.
CREATE OR REPLACE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    translate(lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu") COLLATE "default", 'ς', 'σ'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'))
$$;

-- The signs of a text, all that its search form leaves out: each of them, and each two that stand side by side. The core has
-- the same function; a test compares them.
CREATE FUNCTION signs_of(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT sign ORDER BY sign), '{}')
  FROM regexp_matches(value, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u0300-\u036f\u037e\u0385\u0387\u1fc1\u1fed-\u1fef\u1ffd\u2000-\u206f\u2260\u226e\u226f\u3000]+', 'g') run,
    generate_series(1, char_length(run[1])) place,
    LATERAL (VALUES (substr(run[1], place, 1)), (substr(run[1], place, 2))) found (sign)
$$;

-- Writes anew what orders are found by. The orders are new, or locked by whoever changes them. Names and values are joined by
-- a letter where their signs are taken, so that the signs of two do not meet.
CREATE OR REPLACE FUNCTION refresh_order_words(ids integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_words (order_id, words, signs)
  SELECT o.id, ' ' || search_form(concat_ws(' ', o.id, o.reference_code, named.words, tagged.words)),
    signs_of(concat_ws('x', named.signed, tagged.signed))
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT string_agg(concat_ws(' ', p.full_name, CASE WHEN p.is_leader THEN p.email END), ' ' ORDER BY p.position, p.id) AS words,
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
