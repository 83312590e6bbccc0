-- Small letters by one rule, whichever locale a database was made with: in that of the C library the capital sigma at the
-- end of a Greek name became another letter than in the core, and in "C" only English letters became small at all.
CREATE OR REPLACE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu") COLLATE "default",
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'))
$$;

-- Orders whose words were written by the former rule.
SELECT refresh_order_words(ARRAY(SELECT id FROM orders));
