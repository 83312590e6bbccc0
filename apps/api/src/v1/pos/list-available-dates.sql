-- Generated from list-available-dates.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- ListAvailableDates: one statement, after a preflight query

-- data
SELECT
  array_to_json(
    ARRAY(
      SELECT
        to_json(d.date)
      FROM
        (
          SELECT DISTINCT
            offer.date
          FROM
            offer
            JOIN rate r ON r.id = offer.rate_id
            JOIN service_level sl ON sl.id = offer.service_level_id
          WHERE
            offer.product_id = $s0.productId::int8
            AND offer.date BETWEEN $s0.from::date AND $s0.to::date
            AND (
              offer.date > $s0.today::date
              OR offer.date = $s0.today::date
              AND (
                offer.start_time IS NULL
                OR offer.start_time > $s0.time::time
              )
            )
            AND (
              $s0.places::int IS NULL
              OR offer.remaining >= $s0.places::int
            )
            AND (
              $s0.levels::int8[] IS NULL
              OR offer.service_level_id = ANY ($s0.levels::int8[])
            )
            AND (
              $s0.rates::text[] IS NULL
              OR r.id::text = ANY ($s0.rates::text[])
              OR r.title = ANY ($s0.rates::text[])
              OR r.translations -> $lang::text ->> 'title' = ANY ($s0.rates::text[])
            )
          ORDER BY
            offer.date
        ) d
      ORDER BY
        d.date
    )
  );
