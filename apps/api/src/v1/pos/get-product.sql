-- Generated from get-product.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- GetProduct: one statement

-- data
SELECT
  (
    SELECT
      row_to_json(t56.*)
    FROM
      (
        SELECT
          t1."id" AS "id",
          coalesce((t1."translations" -> $lang::text) ->> 'title', t1."title") AS "title",
          coalesce((t1."translations" -> $lang::text) ->> 'shortDescription', t1."short_description") AS "short_description",
          coalesce((t1."translations" -> $lang::text) ->> 'description', t1."description") AS "description",
          array_to_json(
            ARRAY(
              SELECT
                jsonb_array_elements(
                  coalesce(nullif((t1."translations" -> $lang::text) -> 'highlights', 'null'), to_jsonb(t1."highlights"))
                )
            )
          ) AS "highlights",
          coalesce((t1."translations" -> $lang::text) ->> 'knowBeforeYouGo', t1."know_before_you_go") AS "know_before_you_go",
          coalesce((t1."translations" -> $lang::text) ->> 'whatToBring', t1."what_to_bring") AS "what_to_bring",
          t1."is_published" AS "is_published",
          t1."back_office" AS "back_office",
          (t1."organization_id" = ANY ($staffOf::int8[])) AS "editable",
          (
            SELECT
              row_to_json(t5.*)
            FROM
              (
                SELECT
                  t2."id" AS "id",
                  t2."name" AS "name",
                  coalesce((t2."translations" -> $lang::text) ->> 'description', t2."description") AS "description",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t4.*)
                          FROM
                            (
                              SELECT
                                t3."key" AS "key",
                                CASE
                                  WHEN t3."value" < '-1.8e308'
                                  OR t3."value" >= '1e-6'
                                  AND t3."value" < '1e21' THEN to_json(t3."value")
                                  ELSE CASE
                                    WHEN t3."value"::numeric = 0
                                    OR abs(t3."value"::numeric) >= 1e-6
                                    AND abs(t3."value"::numeric) < 1e21 THEN to_json(trim_scale(t3."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t3."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t3
                              WHERE
                                t3."supplier_id" = t2."id"
                              ORDER BY
                                t3."id" ASC
                            ) t4
                        )
                      )
                  ) AS "tags"
                FROM
                  "supplier" t2
                WHERE
                  t2."id" = t1."supplier_id"
              ) t5
          ) AS "supplier",
          (
            SELECT
              row_to_json(t9.*)
            FROM
              (
                SELECT
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t8.*)
                          FROM
                            (
                              SELECT
                                t7."code" AS "code",
                                t7."symbol" AS "symbol",
                                t7."name" AS "name"
                              FROM
                                "product_currency" t6
                                JOIN "currency" t7 ON t7."code" = t6."currency_code"
                              WHERE
                                t6."product_id" = t1."id"
                              ORDER BY
                                t6."position" ASC,
                                t6."currency_code" ASC
                            ) t8
                        )
                      )
                  ) AS "supported"
              ) t9
          ) AS "currencies",
          (
            SELECT
              row_to_json(t15.*)
            FROM
              (
                SELECT
                  t10."id" AS "id",
                  t10."name" AS "name",
                  (
                    SELECT
                      row_to_json(t12.*)
                    FROM
                      (
                        SELECT
                          t11."code" AS "code",
                          t11."symbol" AS "symbol",
                          t11."name" AS "name"
                        FROM
                          "currency" t11
                        WHERE
                          t11."code" = t10."currency_code"
                      ) t12
                  ) AS "currency",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t14.*)
                          FROM
                            (
                              SELECT
                                t13."language_code" AS "code",
                                (
                                  SELECT
                                    l.name
                                  FROM
                                    language l
                                  WHERE
                                    l.code = t13."language_code"
                                ) AS "name",
                                t13."is_default" AS "is_default"
                              FROM
                                "organization_language" t13
                              WHERE
                                t13."organization_id" = t10."id"
                              ORDER BY
                                t13."is_default" DESC,
                                t13."position" ASC,
                                t13."language_code" ASC
                            ) t14
                        )
                      )
                  ) AS "languages"
                FROM
                  "organization" t10
                WHERE
                  t10."id" = t1."organization_id"
              ) t15
          ) AS "organization",
          (
            SELECT
              row_to_json(t23.*)
            FROM
              (
                SELECT
                  t16."id" AS "id",
                  (trim_scale(t16."latitude"))::text AS "latitude",
                  (trim_scale(t16."longitude"))::text AS "longitude",
                  t16."address" AS "address",
                  (
                    SELECT
                      row_to_json(t22.*)
                    FROM
                      (
                        SELECT
                          t17."id" AS "id",
                          coalesce((t17."translations" -> $lang::text) ->> 'name', t17."name") AS "name",
                          (
                            SELECT
                              row_to_json(t19.*)
                            FROM
                              (
                                SELECT
                                  t18."id" AS "id",
                                  coalesce((t18."translations" -> $lang::text) ->> 'name', t18."name") AS "name",
                                  t18."code" AS "code"
                                FROM
                                  "country" t18
                                WHERE
                                  t18."id" = t17."country_id"
                              ) t19
                          ) AS "country",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t21.*)
                                  FROM
                                    (
                                      SELECT
                                        t20."key" AS "key",
                                        CASE
                                          WHEN t20."value" < '-1.8e308'
                                          OR t20."value" >= '1e-6'
                                          AND t20."value" < '1e21' THEN to_json(t20."value")
                                          ELSE CASE
                                            WHEN t20."value"::numeric = 0
                                            OR abs(t20."value"::numeric) >= 1e-6
                                            AND abs(t20."value"::numeric) < 1e21 THEN to_json(trim_scale(t20."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t20."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t20
                                      WHERE
                                        t20."city_id" = t17."id"
                                        AND (t20."organization_id" = ANY ($c0.0::int8[]))
                                      ORDER BY
                                        t20."id" ASC
                                    ) t21
                                )
                              )
                          ) AS "tags"
                        FROM
                          "city" t17
                        WHERE
                          t17."id" = t16."city_id"
                      ) t22
                  ) AS "city"
                FROM
                  "point" t16
                WHERE
                  t16."id" = t1."location_id"
              ) t23
          ) AS "location",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t32.*)
                  FROM
                    (
                      SELECT
                        t25."id" AS "id",
                        (trim_scale(t25."latitude"))::text AS "latitude",
                        (trim_scale(t25."longitude"))::text AS "longitude",
                        t25."address" AS "address",
                        (
                          SELECT
                            row_to_json(t31.*)
                          FROM
                            (
                              SELECT
                                t26."id" AS "id",
                                coalesce((t26."translations" -> $lang::text) ->> 'name', t26."name") AS "name",
                                (
                                  SELECT
                                    row_to_json(t28.*)
                                  FROM
                                    (
                                      SELECT
                                        t27."id" AS "id",
                                        coalesce((t27."translations" -> $lang::text) ->> 'name', t27."name") AS "name",
                                        t27."code" AS "code"
                                      FROM
                                        "country" t27
                                      WHERE
                                        t27."id" = t26."country_id"
                                    ) t28
                                ) AS "country",
                                (
                                  SELECT
                                    array_to_json(
                                      ARRAY(
                                        SELECT
                                          row_to_json(t30.*)
                                        FROM
                                          (
                                            SELECT
                                              t29."key" AS "key",
                                              CASE
                                                WHEN t29."value" < '-1.8e308'
                                                OR t29."value" >= '1e-6'
                                                AND t29."value" < '1e21' THEN to_json(t29."value")
                                                ELSE CASE
                                                  WHEN t29."value"::numeric = 0
                                                  OR abs(t29."value"::numeric) >= 1e-6
                                                  AND abs(t29."value"::numeric) < 1e21 THEN to_json(trim_scale(t29."value"::numeric::float8::text::numeric))
                                                  ELSE regexp_replace(t29."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                END
                                              END AS "value"
                                            FROM
                                              "tag" t29
                                            WHERE
                                              t29."city_id" = t26."id"
                                              AND (t29."organization_id" = ANY ($c0.0::int8[]))
                                            ORDER BY
                                              t29."id" ASC
                                          ) t30
                                      )
                                    )
                                ) AS "tags"
                              FROM
                                "city" t26
                              WHERE
                                t26."id" = t25."city_id"
                            ) t31
                        ) AS "city"
                      FROM
                        "product_point" t24
                        JOIN "point" t25 ON t25."id" = t24."point_id"
                      WHERE
                        t24."product_id" = t1."id"
                      ORDER BY
                        t24."position" ASC,
                        t24."point_id" ASC
                    ) t32
                )
              )
          ) AS "points",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t37.*)
                  FROM
                    (
                      SELECT
                        t34."id" AS "id",
                        coalesce((t34."translations" -> $lang::text) ->> 'title', t34."title") AS "title",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t36.*)
                                FROM
                                  (
                                    SELECT
                                      t35."key" AS "key",
                                      CASE
                                        WHEN t35."value" < '-1.8e308'
                                        OR t35."value" >= '1e-6'
                                        AND t35."value" < '1e21' THEN to_json(t35."value")
                                        ELSE CASE
                                          WHEN t35."value"::numeric = 0
                                          OR abs(t35."value"::numeric) >= 1e-6
                                          AND abs(t35."value"::numeric) < 1e21 THEN to_json(trim_scale(t35."value"::numeric::float8::text::numeric))
                                          ELSE regexp_replace(t35."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                        END
                                      END AS "value"
                                    FROM
                                      "tag" t35
                                    WHERE
                                      t35."category_id" = t34."id"
                                      AND (t35."organization_id" = ANY ($c0.0::int8[]))
                                    ORDER BY
                                      t35."id" ASC
                                  ) t36
                              )
                            )
                        ) AS "tags"
                      FROM
                        "product_category" t33
                        JOIN "category" t34 ON t34."id" = t33."category_id"
                      WHERE
                        t33."product_id" = t1."id"
                      ORDER BY
                        t33."category_id" ASC
                    ) t37
                )
              )
          ) AS "categories",
          t1."labels" AS "labels",
          (
            CASE
              WHEN t1."ticket_title" IS NOT NULL THEN (
                SELECT
                  row_to_json(t38.*)
                FROM
                  (
                    SELECT
                      coalesce(coalesce((t1."translations" -> $lang::text) ->> 'ticketTitle', t1."ticket_title"), '') AS "title",
                      coalesce(coalesce((t1."translations" -> $lang::text) ->> 'ticketMessage', t1."ticket_message"), '') AS "message",
                      t1."ticket_per_participant" AS "per_participant"
                  ) t38
              )
            END
          ) AS "ticket",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t41.*)
                  FROM
                    (
                      SELECT
                        t40."id" AS "id",
                        t40."filename" AS "filename",
                        ($apiUrl::text || '/media/' || t40."storage_key" || '/' || t40."filename") AS "url"
                      FROM
                        "product_image" t39
                        JOIN "media" t40 ON t40."id" = t39."media_id"
                      WHERE
                        t39."product_id" = t1."id"
                      ORDER BY
                        t39."position" ASC,
                        t39."media_id" ASC
                    ) t41
                )
              )
          ) AS "images",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t43.*)
                  FROM
                    (
                      SELECT
                        t42."video_code" AS "video_code",
                        t42."type" AS "type",
                        t42."url" AS "url"
                      FROM
                        "product_video" t42
                      WHERE
                        t42."product_id" = t1."id"
                      ORDER BY
                        t42."position" ASC,
                        t42."id" ASC
                    ) t43
                )
              )
          ) AS "videos",
          (
            SELECT
              row_to_json(t45.*)
            FROM
              (
                SELECT
                  t44."id" AS "id",
                  t44."filename" AS "filename",
                  ($apiUrl::text || '/media/' || t44."storage_key" || '/' || t44."filename") AS "url"
                FROM
                  "media" t44
                WHERE
                  t44."id" = t1."banner_id"
              ) t45
          ) AS "banner",
          (
            SELECT
              row_to_json(t47.*)
            FROM
              (
                SELECT
                  t46."id" AS "id",
                  t46."filename" AS "filename",
                  ($apiUrl::text || '/media/' || t46."storage_key" || '/' || t46."filename") AS "url"
                FROM
                  "media" t46
                WHERE
                  t46."id" = t1."thumbnail_id"
              ) t47
          ) AS "thumbnail",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t53.*)
                  FROM
                    (
                      SELECT
                        t48."id" AS "id",
                        coalesce((t48."translations" -> $lang::text) ->> 'title', t48."title") AS "title",
                        coalesce((t48."translations" -> $lang::text) ->> 'description', t48."description") AS "description",
                        coalesce((t48."translations" -> $lang::text) ->> 'businessHours', t48."business_hours") AS "business_hours",
                        t48."capacity" AS "capacity",
                        t48."pricing_type" AS "pricing_type",
                        t48."has_pickup" AS "has_pickup",
                        t48."has_drop_off" AS "has_drop_off",
                        t48."has_tour_guide" AS "has_tour_guide",
                        (
                          SELECT
                            row_to_json(t49.*)
                          FROM
                            (
                              SELECT
                                trim_scale(t48."duration_time") AS "time",
                                coalesce((t48."translations" -> $lang::text) ->> 'durationDescription', t48."duration_description") AS "description"
                            ) t49
                        ) AS "duration",
                        t48."availability_type" AS "availability_type",
                        trim_scale(t48."cut_off_time") AS "cut_off_time",
                        t48."offer_time_start" AS "offer_time_start",
                        t48."offer_time_end" AS "offer_time_end",
                        t48."is_complete" AS "is_complete",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t52.*)
                                FROM
                                  (
                                    SELECT
                                      t50."id" AS "id",
                                      coalesce((t50."translations" -> $lang::text) ->> 'title', t50."title") AS "title",
                                      t50."is_default" AS "is_default",
                                      t50."minimum" AS "minimum",
                                      t50."maximum" AS "maximum",
                                      (
                                        SELECT
                                          row_to_json(t51.*)
                                        FROM
                                          (
                                            SELECT
                                              t50."age_min" AS "min",
                                              t50."age_max" AS "max"
                                          ) t51
                                      ) AS "age_range"
                                    FROM
                                      "price_category" t50
                                    WHERE
                                      t50."service_level_id" = t48."id"
                                    ORDER BY
                                      t50."position" ASC,
                                      t50."id" ASC
                                  ) t52
                              )
                            )
                        ) AS "price_categories"
                      FROM
                        "service_level" t48
                      WHERE
                        t48."product_id" = t1."id"
                      ORDER BY
                        t48."position" ASC,
                        t48."id" ASC
                    ) t53
                )
              )
          ) AS "service_levels",
          array_to_json(
            ARRAY(
              SELECT
                jsonb_array_elements('[]'::jsonb)
            )
          ) AS "additional_services",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t55.*)
                  FROM
                    (
                      SELECT
                        t54."key" AS "key",
                        CASE
                          WHEN t54."value" < '-1.8e308'
                          OR t54."value" >= '1e-6'
                          AND t54."value" < '1e21' THEN to_json(t54."value")
                          ELSE CASE
                            WHEN t54."value"::numeric = 0
                            OR abs(t54."value"::numeric) >= 1e-6
                            AND abs(t54."value"::numeric) < 1e21 THEN to_json(trim_scale(t54."value"::numeric::float8::text::numeric))
                            ELSE regexp_replace(t54."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                          END
                        END AS "value"
                      FROM
                        "tag" t54
                      WHERE
                        t54."product_id" = t1."id"
                        AND (t54."organization_id" = ANY ($c0.0::int8[]))
                      ORDER BY
                        t54."id" ASC
                    ) t55
                )
              )
          ) AS "tags"
      ) t56
  )
FROM
  "product" t1
WHERE
  (t1."id") = (…);
