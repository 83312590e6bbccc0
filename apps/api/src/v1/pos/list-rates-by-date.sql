-- Generated from list-rates-by-date.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- ListRatesByDate: one statement, after a preflight query

-- data
WITH
  o AS MATERIALIZED (
    SELECT
      offer.id,
      offer.date,
      offer.rate_id,
      offer.availability_id,
      row_number() OVER (
        ORDER BY
          offer.date,
          sl.position,
          sl.id,
          r.position,
          r.id,
          offer.start_time NULLS FIRST,
          offer.availability_id
      )::int AS position
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
  ),
  d AS (
    SELECT
      date,
      array_agg(
        rate_id
        ORDER BY
          first
      ) AS rates,
      array_agg(
        first
        ORDER BY
          first
      ) AS firsts,
      array_agg(
        last
        ORDER BY
          first
      ) AS lasts
    FROM
      (
        SELECT
          date,
          rate_id,
          min(position) AS first,
          max(position) AS last
        FROM
          o
        GROUP BY
          date,
          rate_id
      ) g
    GROUP BY
      date
  ),
  a AS MATERIALIZED (
    SELECT
      array_agg(
        id
        ORDER BY
          position
      ) AS ids,
      array_agg(
        availability_id
        ORDER BY
          position
      ) AS departures
    FROM
      o
  ),
  p AS MATERIALIZED (
    SELECT
      t1.id,
      t1."id" AS c1,
      coalesce((t1."translations" -> $lang::text) ->> 'title', t1."title") AS c2,
      (
        SELECT
          row_to_json(t4.*)
        FROM
          (
            SELECT
              t2."id" AS "id",
              coalesce((t2."translations" -> $lang::text) ->> 'title', t2."title") AS "title",
              (t2."capacity")::text AS "capacity",
              (
                SELECT
                  row_to_json(t3.*)
                FROM
                  (
                    SELECT
                      trim_scale(t2."duration_time") AS "time",
                      coalesce((t2."translations" -> $lang::text) ->> 'durationDescription', t2."duration_description") AS "description"
                  ) t3
              ) AS "duration",
              coalesce((t2."translations" -> $lang::text) ->> 'businessHours', t2."business_hours") AS "business_hours",
              t2."has_pickup" AS "has_pickup",
              t2."pricing_type" AS "pricing_type",
              t2."has_drop_off" AS "has_drop_off",
              t2."has_tour_guide" AS "has_tour_guide",
              t2."availability_type" AS "availability_type"
            FROM
              "service_level" t2
            WHERE
              t2."id" = t1."service_level_id"
          ) t4
      ) AS c3,
      (
        SELECT
          array_to_json(
            ARRAY(
              SELECT
                row_to_json(t8.*)
              FROM
                (
                  SELECT
                    trim_scale(t5."sold") AS "amount",
                    (
                      SELECT
                        row_to_json(t7.*)
                      FROM
                        (
                          SELECT
                            t6."code" AS "code",
                            t6."symbol" AS "symbol",
                            t6."name" AS "name"
                          FROM
                            "currency" t6
                          WHERE
                            t6."code" = t5."currency_code"
                        ) t7
                    ) AS "currency"
                  FROM
                    "rate_price" t5
                  WHERE
                    t5."rate_id" = t1."id"
                    AND t5."rate_category_id" IS NULL
                  ORDER BY
                    t5."position" ASC,
                    t5."id" ASC
                ) t8
            )
          )
      ) AS c4,
      (
        SELECT
          array_to_json(
            ARRAY(
              SELECT
                row_to_json(t17.*)
              FROM
                (
                  SELECT
                    (
                      SELECT
                        row_to_json(t12.*)
                      FROM
                        (
                          SELECT
                            t10."id" AS "id",
                            coalesce((t10."translations" -> $lang::text) ->> 'title', t10."title") AS "title",
                            t10."is_default" AS "is_default",
                            t10."minimum" AS "minimum",
                            t10."maximum" AS "maximum",
                            (
                              SELECT
                                row_to_json(t11.*)
                              FROM
                                (
                                  SELECT
                                    t10."age_min" AS "min",
                                    t10."age_max" AS "max"
                                ) t11
                            ) AS "age_range"
                          FROM
                            "price_category" t10
                          WHERE
                            t10."id" = t9."price_category_id"
                        ) t12
                    ) AS "price_category",
                    (
                      SELECT
                        array_to_json(
                          ARRAY(
                            SELECT
                              row_to_json(t16.*)
                            FROM
                              (
                                SELECT
                                  trim_scale(t13."sold") AS "amount",
                                  (
                                    SELECT
                                      row_to_json(t15.*)
                                    FROM
                                      (
                                        SELECT
                                          t14."code" AS "code",
                                          t14."symbol" AS "symbol",
                                          t14."name" AS "name"
                                        FROM
                                          "currency" t14
                                        WHERE
                                          t14."code" = t13."currency_code"
                                      ) t15
                                  ) AS "currency"
                                FROM
                                  "rate_price" t13
                                WHERE
                                  t13."rate_category_id" = t9."id"
                                ORDER BY
                                  t13."position" ASC,
                                  t13."id" ASC
                              ) t16
                          )
                        )
                    ) AS "prices"
                  FROM
                    "rate_category" t9
                  WHERE
                    t9."rate_id" = t1."id"
                  ORDER BY
                    (
                      SELECT
                        pc.position
                      FROM
                        price_category pc
                      WHERE
                        pc.id = t9."price_category_id"
                    ),
                    t9."id"
                ) t17
            )
          )
      ) AS c5,
      (
        SELECT
          row_to_json(t20.*)
        FROM
          (
            SELECT
              (
                SELECT
                  array_to_json(
                    ARRAY(
                      SELECT
                        row_to_json(t19.*)
                      FROM
                        (
                          SELECT
                            t18."id" AS "id",
                            t18."time" AS "time",
                            trim_scale(t18."percentage") AS "percentage"
                          FROM
                            "cancellation_penalty" t18
                          WHERE
                            t18."rate_id" = t1."id"
                          ORDER BY
                            t18."time" DESC,
                            t18."id" ASC
                        ) t19
                    )
                  )
              ) AS "penalties",
              coalesce((t1."translations" -> $lang::text) ->> 'cancellationDescription', t1."cancellation_description") AS "description"
          ) t20
      ) AS c6
    FROM
      rate t1
    WHERE
      t1.id IN (
        SELECT
          rate_id
        FROM
          o
      )
  )
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(t24.*)
      FROM
        (
          SELECT
            d.date AS "date",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t23.*)
                    FROM
                      (
                        SELECT
                          t1.c1 AS "id",
                          t1.c2 AS "title",
                          t1.c3 AS "service_level",
                          t1.c4 AS "per_item_prices",
                          t1.c5 AS "per_person_prices",
                          t1.c6 AS "cancellation_policies",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t22.*)
                                  FROM
                                    (
                                      SELECT
                                        da.id AS "id",
                                        left(t21."start_time"::text, 5) AS "start_time",
                                        left(t21."end_time"::text, 5) AS "end_time",
                                        t21."remaining" AS "remaining",
                                        (
                                          SELECT
                                            sl.availability_type
                                          FROM
                                            service_level sl
                                          WHERE
                                            sl.id = t21."service_level_id"
                                        ) AS "availability_type",
                                        t21."expiration_date" AS "expiration_date",
                                        t21."expiration_minutes_after_booking" AS "expiration_minutes_after_booking"
                                      FROM
                                        unnest(
                                          (
                                            SELECT
                                              a.ids
                                            FROM
                                              a
                                          ) [dr.first:dr.last],
                                          (
                                            SELECT
                                              a.departures
                                            FROM
                                              a
                                          ) [dr.first:dr.last]
                                        ) WITH ORDINALITY AS da (id, departure_id, position)
                                        JOIN availability t21 ON t21.id = da.departure_id
                                      WHERE
                                        true
                                      ORDER BY
                                        da.position
                                    ) t22
                                )
                              )
                          ) AS "availabilities"
                        FROM
                          unnest(d.rates, d.firsts, d.lasts) AS dr (rate_id, first, last)
                          JOIN p t1 ON t1.id = dr.rate_id
                        WHERE
                          true
                        ORDER BY
                          dr.first
                      ) t23
                  )
                )
            ) AS "rates"
          FROM
            d
          ORDER BY
            d.date
        ) t24
    )
  );
