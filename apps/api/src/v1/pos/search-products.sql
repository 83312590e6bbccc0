-- Generated from search-products.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- SearchProducts: one statement, after a preflight query for some requests

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
            coalesce((t1."translations" -> $lang::text) ->> 'title', t1."title") AS "title",
            coalesce((t1."translations" -> $lang::text) ->> 'shortDescription', t1."short_description") AS "short_description",
            t1."back_office" AS "back_office",
            (
              SELECT
                row_to_json(t7.*)
              FROM
                (
                  SELECT
                    t2."id" AS "id",
                    t2."name" AS "name",
                    (
                      SELECT
                        row_to_json(t4.*)
                      FROM
                        (
                          SELECT
                            t3."code" AS "code",
                            t3."symbol" AS "symbol",
                            t3."name" AS "name"
                          FROM
                            "currency" t3
                          WHERE
                            t3."code" = t2."currency_code"
                        ) t4
                    ) AS "currency",
                    (
                      SELECT
                        array_to_json(
                          ARRAY(
                            SELECT
                              row_to_json(t6.*)
                            FROM
                              (
                                SELECT
                                  t5."language_code" AS "code",
                                  (
                                    SELECT
                                      l.name
                                    FROM
                                      language l
                                    WHERE
                                      l.code = t5."language_code"
                                  ) AS "name",
                                  t5."is_default" AS "is_default"
                                FROM
                                  "organization_language" t5
                                WHERE
                                  t5."organization_id" = t2."id"
                                ORDER BY
                                  t5."is_default" DESC,
                                  t5."position" ASC,
                                  t5."language_code" ASC
                              ) t6
                          )
                        )
                    ) AS "languages"
                  FROM
                    "organization" t2
                  WHERE
                    t2."id" = t1."organization_id"
                ) t7
            ) AS "organization",
            (
              SELECT
                row_to_json(t15.*)
              FROM
                (
                  SELECT
                    t8."id" AS "id",
                    (trim_scale(t8."latitude"))::text AS "latitude",
                    (trim_scale(t8."longitude"))::text AS "longitude",
                    t8."address" AS "address",
                    (
                      SELECT
                        row_to_json(t14.*)
                      FROM
                        (
                          SELECT
                            t9."id" AS "id",
                            coalesce((t9."translations" -> $lang::text) ->> 'name', t9."name") AS "name",
                            (
                              SELECT
                                row_to_json(t11.*)
                              FROM
                                (
                                  SELECT
                                    t10."id" AS "id",
                                    coalesce((t10."translations" -> $lang::text) ->> 'name', t10."name") AS "name",
                                    t10."code" AS "code"
                                  FROM
                                    "country" t10
                                  WHERE
                                    t10."id" = t9."country_id"
                                ) t11
                            ) AS "country",
                            (
                              SELECT
                                array_to_json(
                                  ARRAY(
                                    SELECT
                                      row_to_json(t13.*)
                                    FROM
                                      (
                                        SELECT
                                          t12."key" AS "key",
                                          CASE
                                            WHEN t12."value" < '-1.8e308'
                                            OR t12."value" >= '1e-6'
                                            AND t12."value" < '1e21' THEN to_json(t12."value")
                                            ELSE CASE
                                              WHEN t12."value"::numeric = 0
                                              OR abs(t12."value"::numeric) >= 1e-6
                                              AND abs(t12."value"::numeric) < 1e21 THEN to_json(trim_scale(t12."value"::numeric::float8::text::numeric))
                                              ELSE regexp_replace(t12."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                            END
                                          END AS "value"
                                        FROM
                                          "tag" t12
                                        WHERE
                                          t12."city_id" = t9."id"
                                          AND (t12."organization_id" = ANY ($c0.0::int8[]))
                                        ORDER BY
                                          t12."id" ASC
                                      ) t13
                                  )
                                )
                            ) AS "tags"
                          FROM
                            "city" t9
                          WHERE
                            t9."id" = t8."city_id"
                        ) t14
                    ) AS "city"
                  FROM
                    "point" t8
                  WHERE
                    t8."id" = t1."location_id"
                ) t15
            ) AS "location",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t20.*)
                    FROM
                      (
                        SELECT
                          t17."id" AS "id",
                          coalesce((t17."translations" -> $lang::text) ->> 'title', t17."title") AS "title",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t19.*)
                                  FROM
                                    (
                                      SELECT
                                        t18."key" AS "key",
                                        CASE
                                          WHEN t18."value" < '-1.8e308'
                                          OR t18."value" >= '1e-6'
                                          AND t18."value" < '1e21' THEN to_json(t18."value")
                                          ELSE CASE
                                            WHEN t18."value"::numeric = 0
                                            OR abs(t18."value"::numeric) >= 1e-6
                                            AND abs(t18."value"::numeric) < 1e21 THEN to_json(trim_scale(t18."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t18."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t18
                                      WHERE
                                        t18."category_id" = t17."id"
                                        AND (t18."organization_id" = ANY ($c0.0::int8[]))
                                      ORDER BY
                                        t18."id" ASC
                                    ) t19
                                )
                              )
                          ) AS "tags"
                        FROM
                          "product_category" t16
                          JOIN "category" t17 ON t17."id" = t16."category_id"
                        WHERE
                          t16."product_id" = t1."id"
                        ORDER BY
                          t16."category_id" ASC
                      ) t20
                  )
                )
            ) AS "categories",
            t1."labels" AS "labels",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t23.*)
                    FROM
                      (
                        SELECT
                          t22."id" AS "id",
                          t22."filename" AS "filename",
                          ($apiUrl::text || '/media/' || t22."storage_key" || '/' || t22."filename") AS "url"
                        FROM
                          "product_image" t21
                          JOIN "media" t22 ON t22."id" = t21."media_id"
                        WHERE
                          t21."product_id" = t1."id"
                        ORDER BY
                          t21."position" ASC,
                          t21."media_id" ASC
                      ) t23
                  )
                )
            ) AS "images",
            (
              SELECT
                row_to_json(t25.*)
              FROM
                (
                  SELECT
                    t24."id" AS "id",
                    t24."filename" AS "filename",
                    ($apiUrl::text || '/media/' || t24."storage_key" || '/' || t24."filename") AS "url"
                  FROM
                    "media" t24
                  WHERE
                    t24."id" = t1."banner_id"
                ) t25
            ) AS "banner",
            (
              SELECT
                row_to_json(t27.*)
              FROM
                (
                  SELECT
                    t26."id" AS "id",
                    t26."filename" AS "filename",
                    ($apiUrl::text || '/media/' || t26."storage_key" || '/' || t26."filename") AS "url"
                  FROM
                    "media" t26
                  WHERE
                    t26."id" = t1."thumbnail_id"
                ) t27
            ) AS "thumbnail",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t29.*)
                    FROM
                      (
                        SELECT
                          t28."key" AS "key",
                          CASE
                            WHEN t28."value" < '-1.8e308'
                            OR t28."value" >= '1e-6'
                            AND t28."value" < '1e21' THEN to_json(t28."value")
                            ELSE CASE
                              WHEN t28."value"::numeric = 0
                              OR abs(t28."value"::numeric) >= 1e-6
                              AND abs(t28."value"::numeric) < 1e21 THEN to_json(trim_scale(t28."value"::numeric::float8::text::numeric))
                              ELSE regexp_replace(t28."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                            END
                          END AS "value"
                        FROM
                          "tag" t28
                        WHERE
                          t28."product_id" = t1."id"
                          AND (t28."organization_id" = ANY ($c0.0::int8[]))
                        ORDER BY
                          t28."id" ASC
                      ) t29
                  )
                )
            ) AS "tags",
            array_to_json(
              ARRAY(
                SELECT
                  jsonb_array_elements('[]'::jsonb)
              )
            ) AS "additional_services",
            (
              SELECT
                row_to_json(t34.*)
              FROM
                (
                  SELECT
                    (
                      SELECT
                        row_to_json(t33.*)
                      FROM
                        (
                          SELECT
                            trim_scale(t30.amount) AS "amount",
                            (
                              SELECT
                                row_to_json(t32.*)
                              FROM
                                (
                                  SELECT
                                    t31."code" AS "code",
                                    t31."symbol" AS "symbol",
                                    t31."name" AS "name"
                                  FROM
                                    "currency" t31
                                  WHERE
                                    t31."code" = t30.currency_code
                                ) t32
                            ) AS "currency"
                          FROM
                            (
                              SELECT
                                min(price.sold) AS amount,
                                o.currency_code
                              FROM
                                organization o
                                CROSS JOIN LATERAL (
                                  SELECT
                                    sl.id
                                  FROM
                                    service_level sl
                                  WHERE
                                    sl.product_id = t1."id"
                                    AND sl.offer_time_end >= ($now::timestamptz AT TIME ZONE o.time_zone)::date
                                  OFFSET
                                    0
                                ) sl
                                CROSS JOIN LATERAL (
                                  SELECT
                                    r.id
                                  FROM
                                    rate r
                                  WHERE
                                    r.service_level_id = sl.id
                                    AND (
                                      r.valid_to IS NULL
                                      OR r.valid_to >= ($now::timestamptz AT TIME ZONE o.time_zone)::date
                                    )
                                  OFFSET
                                    0
                                ) r
                                CROSS JOIN LATERAL (
                                  SELECT
                                    rp.sold
                                  FROM
                                    rate_price rp
                                  WHERE
                                    rp.rate_id = r.id
                                    AND rp.currency_code = o.currency_code
                                  OFFSET
                                    0
                                ) price
                              WHERE
                                o.id = t1."organization_id"
                              GROUP BY
                                o.currency_code
                            ) t30
                          WHERE
                            true
                        ) t33
                    ) AS "starting_from"
                ) t34
            ) AS "price"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "product" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- meta
SELECT
  (
    SELECT
      row_to_json(t36.*)
    FROM
      (
        SELECT
          n.total AS "total",
          n.per_page AS "per_page",
          greatest(1, ceil(n.total::numeric / n.per_page)::int) AS "last_page",
          n.page AS "current_page",
          (
            CASE
              WHEN ((n.page - 1) * n.per_page + 1) > n.total THEN 0
              ELSE ((n.page - 1) * n.per_page + 1)
            END
          ) AS "from",
          (
            CASE
              WHEN (
                CASE
                  WHEN ((n.page - 1) * n.per_page + 1) > n.total THEN 0
                  ELSE ((n.page - 1) * n.per_page + 1)
                END
              ) = 0 THEN 0
              ELSE least(n.total, n.page * n.per_page)
            END
          ) AS "to"
      ) t36
  )
FROM
  (…) n;
