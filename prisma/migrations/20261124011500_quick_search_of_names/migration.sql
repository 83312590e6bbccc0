-- Quick search finds names by the beginnings of their words.
create index "city_name_words_idx" ON "city" USING GIN ((' ' || search_form("name")) gin_trgm_ops);
create index "product_title_words_idx" ON "product" USING GIN ((' ' || search_form("title")) gin_trgm_ops);
create index "supplier_name_words_idx" ON "supplier" USING GIN ((' ' || search_form("name")) gin_trgm_ops);
create index "user_name_words_idx" ON "user" USING GIN ((' ' || search_form("name")) gin_trgm_ops);

-- The digits of a phone number with its country code. A number that has its code itself is not given another one; the zero before
-- a national number is left out behind a code.
CREATE FUNCTION phone_digits(code text, number text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN number ~ '^\s*(\+|00)' THEN regexp_replace(regexp_replace(number, '\D', '', 'g'), '^00', '')
    WHEN code ~ '[1-9]' THEN ltrim(regexp_replace(code, '\D', '', 'g'), '0') || ltrim(regexp_replace(number, '\D', '', 'g'), '0')
    ELSE regexp_replace(number, '\D', '', 'g')
  END
$$;
create index "passenger_phone_idx" ON "passenger" (phone_digits("phone_country_code", "phone_number") text_pattern_ops)
  WHERE "phone_number" <> '';
create index "passenger_national_phone_idx" ON "passenger" (phone_digits('', "phone_number") text_pattern_ops)
  WHERE "phone_number" <> '';
