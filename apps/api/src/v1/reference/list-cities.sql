-- Generated from list-cities.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- ListCities: one statement, after a preflight query for some requests

-- data
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t1."id" AS "id",
            coalesce((t1."translations" -> $lang::text) ->> 'name', t1."name") AS "name",
            (
              SELECT
                row_to_json(t3.*)
              FROM
                (
                  SELECT
                    t2."id" AS "id",
                    coalesce((t2."translations" -> $lang::text) ->> 'name', t2."name") AS "name",
                    t2."code" AS "code"
                  FROM
                    "country" t2
                  WHERE
                    t2."id" = t1."country_id"
                ) t3
            ) AS "country",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t5.*)
                    FROM
                      (
                        SELECT
                          t4."key" AS "key",
                          CASE
                            WHEN t4."value" < '-1.8e308'
                            OR t4."value" >= '1e-6'
                            AND t4."value" < '1e21' THEN to_json(t4."value")
                            ELSE CASE
                              WHEN t4."value"::numeric = 0
                              OR abs(t4."value"::numeric) >= 1e-6
                              AND abs(t4."value"::numeric) < 1e21 THEN to_json(trim_scale(t4."value"::numeric::float8::text::numeric))
                              ELSE regexp_replace(t4."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                            END
                          END AS "value"
                        FROM
                          "tag" t4
                        WHERE
                          t4."city_id" = t1."id"
                          AND (t4."organization_id" = ANY ($c0.0::int8[]))
                        ORDER BY
                          t4."id" ASC
                      ) t5
                  )
                )
            ) AS "tags"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "city" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );
