-- Generated from list-issuers.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- ListIssuers: one statement

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
            t1."name" AS "name",
            coalesce(
              (
                SELECT
                  $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                FROM
                  media m
                WHERE
                  m.id = t1."photo_id"
              ),
              $apiUrl::text || '/avatars/' || t1."id" || '.svg'
            ) AS "profile_photo_url",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t3.*)
                    FROM
                      (
                        SELECT
                          t2."key" AS "key",
                          CASE
                            WHEN t2."value" < '-1.8e308'
                            OR t2."value" >= '1e-6'
                            AND t2."value" < '1e21' THEN to_json(t2."value")
                            ELSE CASE
                              WHEN t2."value"::numeric = 0
                              OR abs(t2."value"::numeric) >= 1e-6
                              AND abs(t2."value"::numeric) < 1e21 THEN to_json(trim_scale(t2."value"::numeric::float8::text::numeric))
                              ELSE regexp_replace(t2."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                            END
                          END AS "value"
                        FROM
                          "tag" t2
                        WHERE
                          t2."user_id" = t1."id"
                          AND (t2."organization_id" = ANY ($c0.0::int8[]))
                        ORDER BY
                          t2."id" ASC
                      ) t3
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
            JOIN "user" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );
