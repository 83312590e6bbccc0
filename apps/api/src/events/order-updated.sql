-- Generated from order-updated.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- OrderUpdated: one statement

-- orders
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t1."id" AS "id",
            to_char(t1."starts_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "starts_at",
            to_char(t1."ends_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "ends_at",
            t1."reference_code" AS "reference_code",
            to_char(t1."booked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS "booked_at",
            to_char(t1."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS "created_at",
            t1."status" AS "status",
            (
              SELECT
                row_to_json(t5.*)
              FROM
                (
                  SELECT
                    t2."id" AS "id",
                    t2."name" AS "name",
                    coalesce(
                      (
                        SELECT
                          $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                        FROM
                          media m
                        WHERE
                          m.id = t2."photo_id"
                      ),
                      $apiUrl::text || '/avatars/' || t2."id" || '.svg'
                    ) AS "profile_photo_url",
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
                                  t3."user_id" = t2."id"
                                  AND (t3."organization_id" = ANY ($c0.0::int8[]))
                                ORDER BY
                                  t3."id" ASC
                              ) t4
                          )
                        )
                    ) AS "tags"
                  FROM
                    "user" t2
                  WHERE
                    t2."id" = t1."tour_guide_id"
                ) t5
            ) AS "tour_guide",
            (
              SELECT
                row_to_json(t9.*)
              FROM
                (
                  SELECT
                    t6."id" AS "id",
                    t6."name" AS "name",
                    coalesce(
                      (
                        SELECT
                          $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                        FROM
                          media m
                        WHERE
                          m.id = t6."photo_id"
                      ),
                      $apiUrl::text || '/avatars/' || t6."id" || '.svg'
                    ) AS "profile_photo_url",
                    (
                      SELECT
                        array_to_json(
                          ARRAY(
                            SELECT
                              row_to_json(t8.*)
                            FROM
                              (
                                SELECT
                                  t7."key" AS "key",
                                  CASE
                                    WHEN t7."value" < '-1.8e308'
                                    OR t7."value" >= '1e-6'
                                    AND t7."value" < '1e21' THEN to_json(t7."value")
                                    ELSE CASE
                                      WHEN t7."value"::numeric = 0
                                      OR abs(t7."value"::numeric) >= 1e-6
                                      AND abs(t7."value"::numeric) < 1e21 THEN to_json(trim_scale(t7."value"::numeric::float8::text::numeric))
                                      ELSE regexp_replace(t7."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                    END
                                  END AS "value"
                                FROM
                                  "tag" t7
                                WHERE
                                  t7."user_id" = t6."id"
                                  AND (t7."organization_id" = ANY ($c0.0::int8[]))
                                ORDER BY
                                  t7."id" ASC
                              ) t8
                          )
                        )
                    ) AS "tags"
                  FROM
                    "user" t6
                  WHERE
                    t6."id" = t1."issuer_id"
                ) t9
            ) AS "issuer",
            (
              SELECT
                row_to_json(t13.*)
              FROM
                (
                  SELECT
                    t10."id" AS "id",
                    t10."name" AS "name",
                    coalesce(
                      (
                        SELECT
                          $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                        FROM
                          media m
                        WHERE
                          m.id = t10."photo_id"
                      ),
                      $apiUrl::text || '/avatars/' || t10."id" || '.svg'
                    ) AS "profile_photo_url",
                    (
                      SELECT
                        array_to_json(
                          ARRAY(
                            SELECT
                              row_to_json(t12.*)
                            FROM
                              (
                                SELECT
                                  t11."key" AS "key",
                                  CASE
                                    WHEN t11."value" < '-1.8e308'
                                    OR t11."value" >= '1e-6'
                                    AND t11."value" < '1e21' THEN to_json(t11."value")
                                    ELSE CASE
                                      WHEN t11."value"::numeric = 0
                                      OR abs(t11."value"::numeric) >= 1e-6
                                      AND abs(t11."value"::numeric) < 1e21 THEN to_json(trim_scale(t11."value"::numeric::float8::text::numeric))
                                      ELSE regexp_replace(t11."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                    END
                                  END AS "value"
                                FROM
                                  "tag" t11
                                WHERE
                                  t11."user_id" = t10."id"
                                  AND (t11."organization_id" = ANY ($c0.0::int8[]))
                                ORDER BY
                                  t11."id" ASC
                              ) t12
                          )
                        )
                    ) AS "tags"
                  FROM
                    "user" t10
                  WHERE
                    t10."id" = t1."contact_person_id"
                ) t13
            ) AS "contact_person",
            (
              SELECT
                row_to_json(t17.*)
              FROM
                (
                  SELECT
                    t14."id" AS "id",
                    t14."name" AS "name",
                    t14."description" AS "description",
                    (
                      SELECT
                        array_to_json(
                          ARRAY(
                            SELECT
                              row_to_json(t16.*)
                            FROM
                              (
                                SELECT
                                  t15."key" AS "key",
                                  CASE
                                    WHEN t15."value" < '-1.8e308'
                                    OR t15."value" >= '1e-6'
                                    AND t15."value" < '1e21' THEN to_json(t15."value")
                                    ELSE CASE
                                      WHEN t15."value"::numeric = 0
                                      OR abs(t15."value"::numeric) >= 1e-6
                                      AND abs(t15."value"::numeric) < 1e21 THEN to_json(trim_scale(t15."value"::numeric::float8::text::numeric))
                                      ELSE regexp_replace(t15."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                    END
                                  END AS "value"
                                FROM
                                  "tag" t15
                                WHERE
                                  t15."client_id" = t14."id"
                                ORDER BY
                                  t15."id" ASC
                              ) t16
                          )
                        )
                    ) AS "tags"
                  FROM
                    "client" t14
                  WHERE
                    t14."id" = t1."client_id"
                ) t17
            ) AS "client",
            (
              SELECT
                row_to_json(t18.*)
              FROM
                (
                  SELECT
                    trim_scale(t1."vat_percentage") AS "percentage",
                    t1."vat_type" AS "type"
                ) t18
            ) AS "vat",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t43.*)
                    FROM
                      (
                        SELECT
                          t19."id" AS "id",
                          t19."status" AS "status",
                          (
                            SELECT
                              row_to_json(t29.*)
                            FROM
                              (
                                SELECT
                                  (
                                    CASE
                                      WHEN t19."original" IS NOT NULL THEN (
                                        SELECT
                                          row_to_json(t22.*)
                                        FROM
                                          (
                                            SELECT
                                              trim_scale(t19."original") AS "amount",
                                              (
                                                SELECT
                                                  row_to_json(t21.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      t20."code" AS "code",
                                                      t20."symbol" AS "symbol",
                                                      t20."name" AS "name"
                                                    FROM
                                                      "currency" t20
                                                    WHERE
                                                      t20."code" = t19."currency_code"
                                                  ) t21
                                              ) AS "currency"
                                          ) t22
                                      )
                                    END
                                  ) AS "original",
                                  (
                                    CASE
                                      WHEN t19."agent" IS NOT NULL THEN (
                                        SELECT
                                          row_to_json(t25.*)
                                        FROM
                                          (
                                            SELECT
                                              trim_scale(t19."agent") AS "amount",
                                              (
                                                SELECT
                                                  row_to_json(t24.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      t23."code" AS "code",
                                                      t23."symbol" AS "symbol",
                                                      t23."name" AS "name"
                                                    FROM
                                                      "currency" t23
                                                    WHERE
                                                      t23."code" = t19."currency_code"
                                                  ) t24
                                              ) AS "currency"
                                          ) t25
                                      )
                                    END
                                  ) AS "agent",
                                  (
                                    CASE
                                      WHEN t19."sold" IS NOT NULL THEN (
                                        SELECT
                                          row_to_json(t28.*)
                                        FROM
                                          (
                                            SELECT
                                              trim_scale(t19."sold") AS "amount",
                                              (
                                                SELECT
                                                  row_to_json(t27.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      t26."code" AS "code",
                                                      t26."symbol" AS "symbol",
                                                      t26."name" AS "name"
                                                    FROM
                                                      "currency" t26
                                                    WHERE
                                                      t26."code" = t19."currency_code"
                                                  ) t27
                                              ) AS "currency"
                                          ) t28
                                      )
                                    END
                                  ) AS "sold"
                              ) t29
                          ) AS "prices",
                          (
                            SELECT
                              row_to_json(t30.*)
                            FROM
                              (
                                SELECT
                                  coalesce(t19."departure_rate_id", t19."availability_id") AS "id",
                                  left(t19."start_time"::text, 5) AS "start_time",
                                  t19."date" AS "date"
                              ) t30
                          ) AS "availability",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t42.*)
                                  FROM
                                    (
                                      SELECT
                                        t31."passenger_id" AS "passenger_id",
                                        CASE t31."status"::text
                                          WHEN 'Cancelled' THEN 'CANCELED'
                                          ELSE t31."status"::text
                                        END AS "status",
                                        (
                                          SELECT
                                            row_to_json(t41.*)
                                          FROM
                                            (
                                              SELECT
                                                (
                                                  CASE
                                                    WHEN t31."original" IS NOT NULL THEN (
                                                      SELECT
                                                        row_to_json(t34.*)
                                                      FROM
                                                        (
                                                          SELECT
                                                            trim_scale(t31."original") AS "amount",
                                                            (
                                                              SELECT
                                                                row_to_json(t33.*)
                                                              FROM
                                                                (
                                                                  SELECT
                                                                    t32."code" AS "code",
                                                                    t32."symbol" AS "symbol",
                                                                    t32."name" AS "name"
                                                                  FROM
                                                                    "currency" t32
                                                                  WHERE
                                                                    t32."code" = t31."currency_code"
                                                                ) t33
                                                            ) AS "currency"
                                                        ) t34
                                                    )
                                                  END
                                                ) AS "original",
                                                (
                                                  CASE
                                                    WHEN t31."agent" IS NOT NULL THEN (
                                                      SELECT
                                                        row_to_json(t37.*)
                                                      FROM
                                                        (
                                                          SELECT
                                                            trim_scale(t31."agent") AS "amount",
                                                            (
                                                              SELECT
                                                                row_to_json(t36.*)
                                                              FROM
                                                                (
                                                                  SELECT
                                                                    t35."code" AS "code",
                                                                    t35."symbol" AS "symbol",
                                                                    t35."name" AS "name"
                                                                  FROM
                                                                    "currency" t35
                                                                  WHERE
                                                                    t35."code" = t31."currency_code"
                                                                ) t36
                                                            ) AS "currency"
                                                        ) t37
                                                    )
                                                  END
                                                ) AS "agent",
                                                (
                                                  CASE
                                                    WHEN t31."sold" IS NOT NULL THEN (
                                                      SELECT
                                                        row_to_json(t40.*)
                                                      FROM
                                                        (
                                                          SELECT
                                                            trim_scale(t31."sold") AS "amount",
                                                            (
                                                              SELECT
                                                                row_to_json(t39.*)
                                                              FROM
                                                                (
                                                                  SELECT
                                                                    t38."code" AS "code",
                                                                    t38."symbol" AS "symbol",
                                                                    t38."name" AS "name"
                                                                  FROM
                                                                    "currency" t38
                                                                  WHERE
                                                                    t38."code" = t31."currency_code"
                                                                ) t39
                                                            ) AS "currency"
                                                        ) t40
                                                    )
                                                  END
                                                ) AS "sold"
                                            ) t41
                                        ) AS "prices"
                                      FROM
                                        "booking_passenger" t31
                                      WHERE
                                        t31."booking_id" = t19."id"
                                      ORDER BY
                                        t31."passenger_id" ASC
                                    ) t42
                                )
                              )
                          ) AS "passengers"
                        FROM
                          "booking" t19
                        WHERE
                          t19."order_id" = t1."id"
                        ORDER BY
                          t19."id" ASC
                      ) t43
                  )
                )
            ) AS "bookings",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t46.*)
                    FROM
                      (
                        SELECT
                          t44."id" AS "id",
                          t44."first_name" AS "first_name",
                          t44."last_name" AS "last_name",
                          t44."gender" AS "gender",
                          t44."phone_number" AS "phone_number",
                          t44."whatsapp_number" AS "whatsapp_number",
                          t44."email" AS "email",
                          t44."is_leader" AS "is_leader",
                          coalesce(
                            to_json(
                              (
                                SELECT
                                  coalesce(nullif(((t45.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t45.value -> 'title'))
                                FROM
                                  (
                                    SELECT
                                      t44."price_category" #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t45
                                WHERE
                                  jsonb_typeof(t45.value) = 'object'
                              )
                            ),
                            '""'::json
                          ) AS "price_category_details"
                        FROM
                          "passenger" t44
                        WHERE
                          t44."order_id" = t1."id"
                        ORDER BY
                          t44."is_leader" DESC,
                          t44."position" ASC,
                          t44."id" ASC
                      ) t46
                  )
                )
            ) AS "passengers",
            (
              SELECT
                row_to_json(t61.*)
              FROM
                (
                  SELECT
                    t47."id" AS "id",
                    t47."date" AS "date",
                    left(t47."time"::text, 8) AS "time",
                    (
                      SELECT
                        row_to_json(t51.*)
                      FROM
                        (
                          SELECT
                            t48."id" AS "id",
                            t48."name" AS "name",
                            coalesce(
                              (
                                SELECT
                                  $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                                FROM
                                  media m
                                WHERE
                                  m.id = t48."photo_id"
                              ),
                              $apiUrl::text || '/avatars/' || t48."id" || '.svg'
                            ) AS "profile_photo_url",
                            (
                              SELECT
                                array_to_json(
                                  ARRAY(
                                    SELECT
                                      row_to_json(t50.*)
                                    FROM
                                      (
                                        SELECT
                                          t49."key" AS "key",
                                          CASE
                                            WHEN t49."value" < '-1.8e308'
                                            OR t49."value" >= '1e-6'
                                            AND t49."value" < '1e21' THEN to_json(t49."value")
                                            ELSE CASE
                                              WHEN t49."value"::numeric = 0
                                              OR abs(t49."value"::numeric) >= 1e-6
                                              AND abs(t49."value"::numeric) < 1e21 THEN to_json(trim_scale(t49."value"::numeric::float8::text::numeric))
                                              ELSE regexp_replace(t49."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                            END
                                          END AS "value"
                                        FROM
                                          "tag" t49
                                        WHERE
                                          t49."user_id" = t48."id"
                                          AND (t49."organization_id" = ANY ($c0.0::int8[]))
                                        ORDER BY
                                          t49."id" ASC
                                      ) t50
                                  )
                                )
                            ) AS "tags"
                          FROM
                            "user" t48
                          WHERE
                            t48."id" = t47."driver_id"
                        ) t51
                    ) AS "driver",
                    (
                      SELECT
                        row_to_json(t60.*)
                      FROM
                        (
                          SELECT
                            (
                              SELECT
                                row_to_json(t59.*)
                              FROM
                                (
                                  SELECT
                                    t52."id" AS "id",
                                    (trim_scale(t52."latitude"))::text AS "latitude",
                                    (trim_scale(t52."longitude"))::text AS "longitude",
                                    t52."address" AS "address",
                                    (
                                      SELECT
                                        row_to_json(t58.*)
                                      FROM
                                        (
                                          SELECT
                                            t53."id" AS "id",
                                            coalesce((t53."translations" -> $lang::text) ->> 'name', t53."name") AS "name",
                                            (
                                              SELECT
                                                row_to_json(t55.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t54."id" AS "id",
                                                    coalesce((t54."translations" -> $lang::text) ->> 'name', t54."name") AS "name",
                                                    t54."code" AS "code"
                                                  FROM
                                                    "country" t54
                                                  WHERE
                                                    t54."id" = t53."country_id"
                                                ) t55
                                            ) AS "country",
                                            (
                                              SELECT
                                                array_to_json(
                                                  ARRAY(
                                                    SELECT
                                                      row_to_json(t57.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          t56."key" AS "key",
                                                          CASE
                                                            WHEN t56."value" < '-1.8e308'
                                                            OR t56."value" >= '1e-6'
                                                            AND t56."value" < '1e21' THEN to_json(t56."value")
                                                            ELSE CASE
                                                              WHEN t56."value"::numeric = 0
                                                              OR abs(t56."value"::numeric) >= 1e-6
                                                              AND abs(t56."value"::numeric) < 1e21 THEN to_json(trim_scale(t56."value"::numeric::float8::text::numeric))
                                                              ELSE regexp_replace(t56."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                            END
                                                          END AS "value"
                                                        FROM
                                                          "tag" t56
                                                        WHERE
                                                          t56."city_id" = t53."id"
                                                          AND (t56."organization_id" = ANY ($c0.0::int8[]))
                                                        ORDER BY
                                                          t56."id" ASC
                                                      ) t57
                                                  )
                                                )
                                            ) AS "tags"
                                          FROM
                                            "city" t53
                                          WHERE
                                            t53."id" = t52."city_id"
                                        ) t58
                                    ) AS "city"
                                  FROM
                                    "point" t52
                                  WHERE
                                    t52."id" = t47."point_id"
                                ) t59
                            ) AS "point"
                        ) t60
                    ) AS "location"
                  FROM
                    "transfer" t47
                  WHERE
                    t47."id" = t1."pickup_id"
                ) t61
            ) AS "pickup",
            (
              SELECT
                row_to_json(t76.*)
              FROM
                (
                  SELECT
                    t62."id" AS "id",
                    t62."date" AS "date",
                    left(t62."time"::text, 8) AS "time",
                    (
                      SELECT
                        row_to_json(t66.*)
                      FROM
                        (
                          SELECT
                            t63."id" AS "id",
                            t63."name" AS "name",
                            coalesce(
                              (
                                SELECT
                                  $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                                FROM
                                  media m
                                WHERE
                                  m.id = t63."photo_id"
                              ),
                              $apiUrl::text || '/avatars/' || t63."id" || '.svg'
                            ) AS "profile_photo_url",
                            (
                              SELECT
                                array_to_json(
                                  ARRAY(
                                    SELECT
                                      row_to_json(t65.*)
                                    FROM
                                      (
                                        SELECT
                                          t64."key" AS "key",
                                          CASE
                                            WHEN t64."value" < '-1.8e308'
                                            OR t64."value" >= '1e-6'
                                            AND t64."value" < '1e21' THEN to_json(t64."value")
                                            ELSE CASE
                                              WHEN t64."value"::numeric = 0
                                              OR abs(t64."value"::numeric) >= 1e-6
                                              AND abs(t64."value"::numeric) < 1e21 THEN to_json(trim_scale(t64."value"::numeric::float8::text::numeric))
                                              ELSE regexp_replace(t64."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                            END
                                          END AS "value"
                                        FROM
                                          "tag" t64
                                        WHERE
                                          t64."user_id" = t63."id"
                                          AND (t64."organization_id" = ANY ($c0.0::int8[]))
                                        ORDER BY
                                          t64."id" ASC
                                      ) t65
                                  )
                                )
                            ) AS "tags"
                          FROM
                            "user" t63
                          WHERE
                            t63."id" = t62."driver_id"
                        ) t66
                    ) AS "driver",
                    (
                      SELECT
                        row_to_json(t75.*)
                      FROM
                        (
                          SELECT
                            (
                              SELECT
                                row_to_json(t74.*)
                              FROM
                                (
                                  SELECT
                                    t67."id" AS "id",
                                    (trim_scale(t67."latitude"))::text AS "latitude",
                                    (trim_scale(t67."longitude"))::text AS "longitude",
                                    t67."address" AS "address",
                                    (
                                      SELECT
                                        row_to_json(t73.*)
                                      FROM
                                        (
                                          SELECT
                                            t68."id" AS "id",
                                            coalesce((t68."translations" -> $lang::text) ->> 'name', t68."name") AS "name",
                                            (
                                              SELECT
                                                row_to_json(t70.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t69."id" AS "id",
                                                    coalesce((t69."translations" -> $lang::text) ->> 'name', t69."name") AS "name",
                                                    t69."code" AS "code"
                                                  FROM
                                                    "country" t69
                                                  WHERE
                                                    t69."id" = t68."country_id"
                                                ) t70
                                            ) AS "country",
                                            (
                                              SELECT
                                                array_to_json(
                                                  ARRAY(
                                                    SELECT
                                                      row_to_json(t72.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          t71."key" AS "key",
                                                          CASE
                                                            WHEN t71."value" < '-1.8e308'
                                                            OR t71."value" >= '1e-6'
                                                            AND t71."value" < '1e21' THEN to_json(t71."value")
                                                            ELSE CASE
                                                              WHEN t71."value"::numeric = 0
                                                              OR abs(t71."value"::numeric) >= 1e-6
                                                              AND abs(t71."value"::numeric) < 1e21 THEN to_json(trim_scale(t71."value"::numeric::float8::text::numeric))
                                                              ELSE regexp_replace(t71."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                            END
                                                          END AS "value"
                                                        FROM
                                                          "tag" t71
                                                        WHERE
                                                          t71."city_id" = t68."id"
                                                          AND (t71."organization_id" = ANY ($c0.0::int8[]))
                                                        ORDER BY
                                                          t71."id" ASC
                                                      ) t72
                                                  )
                                                )
                                            ) AS "tags"
                                          FROM
                                            "city" t68
                                          WHERE
                                            t68."id" = t67."city_id"
                                        ) t73
                                    ) AS "city"
                                  FROM
                                    "point" t67
                                  WHERE
                                    t67."id" = t62."point_id"
                                ) t74
                            ) AS "point"
                        ) t75
                    ) AS "location"
                  FROM
                    "transfer" t62
                  WHERE
                    t62."id" = t1."dropoff_id"
                ) t76
            ) AS "dropoff",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t78.*)
                    FROM
                      (
                        SELECT
                          t77."id" AS "id",
                          t77."filename" AS "filename",
                          ($apiUrl::text || '/tickets/' || t77."address_key" || '/' || t77."filename") AS "url"
                        FROM
                          "ticket" t77
                        WHERE
                          t77."order_id" = t1."id"
                        ORDER BY
                          t77."id" ASC
                      ) t78
                  )
                )
            ) AS "tickets",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t80.*)
                    FROM
                      (
                        SELECT
                          t79."key" AS "key",
                          CASE
                            WHEN t79."value" < '-1.8e308'
                            OR t79."value" >= '1e-6'
                            AND t79."value" < '1e21' THEN to_json(t79."value")
                            ELSE CASE
                              WHEN t79."value"::numeric = 0
                              OR abs(t79."value"::numeric) >= 1e-6
                              AND abs(t79."value"::numeric) < 1e21 THEN to_json(trim_scale(t79."value"::numeric::float8::text::numeric))
                              ELSE regexp_replace(t79."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                            END
                          END AS "value"
                        FROM
                          "tag" t79
                        WHERE
                          t79."order_id" = t1."id"
                        ORDER BY
                          t79."id" ASC
                      ) t80
                  )
                )
            ) AS "tags",
            coalesce(
              to_json(
                (
                  SELECT
                    row_to_json(t123.*)
                  FROM
                    (
                      SELECT
                        (
                          SELECT
                            row_to_json(t105.*)
                          FROM
                            (
                              SELECT
                                (t82.value -> 'id') AS "id",
                                coalesce(nullif(((t82.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t82.value -> 'title')) AS "title",
                                array_to_json(
                                  ARRAY(
                                    SELECT
                                      jsonb_array_elements(
                                        coalesce(
                                          nullif(((t82.value -> 'translations') -> $lang::text) -> 'highlights', 'null'),
                                          (t82.value -> 'highlights')
                                        )
                                      )
                                  )
                                ) AS "highlights",
                                coalesce(
                                  nullif(((t82.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                                  (t82.value -> 'description')
                                ) AS "description",
                                coalesce(
                                  nullif(((t82.value -> 'translations') -> $lang::text) -> 'whatToBring', 'null'),
                                  (t82.value -> 'whatToBring')
                                ) AS "what_to_bring",
                                coalesce(
                                  nullif(((t82.value -> 'translations') -> $lang::text) -> 'knowBeforeYouGo', 'null'),
                                  (t82.value -> 'knowBeforeYouGo')
                                ) AS "know_before_you_go",
                                (
                                  SELECT
                                    row_to_json(t88.*)
                                  FROM
                                    (
                                      SELECT
                                        (t83.value -> 'id') AS "id",
                                        (t83.value -> 'name') AS "name",
                                        coalesce(
                                          nullif(((t83.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                                          (t83.value -> 'description')
                                        ) AS "description",
                                        (
                                          SELECT
                                            array_to_json(
                                              ARRAY(
                                                SELECT
                                                  row_to_json(t85.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      t84."key" AS "key",
                                                      CASE
                                                        WHEN t84."value" < '-1.8e308'
                                                        OR t84."value" >= '1e-6'
                                                        AND t84."value" < '1e21' THEN to_json(t84."value")
                                                        ELSE CASE
                                                          WHEN t84."value"::numeric = 0
                                                          OR abs(t84."value"::numeric) >= 1e-6
                                                          AND abs(t84."value"::numeric) < 1e21 THEN to_json(trim_scale(t84."value"::numeric::float8::text::numeric))
                                                          ELSE regexp_replace(t84."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                        END
                                                      END AS "value"
                                                    FROM
                                                      "tag" t84
                                                    WHERE
                                                      t84."supplier_id" = ((t83.value ->> 'id'))::bigint
                                                      AND t84."organization_id" = ANY ($organizationIds::int8[])
                                                    ORDER BY
                                                      t84."id" ASC
                                                  ) t85
                                              )
                                            )
                                        ) AS "tags",
                                        (
                                          SELECT
                                            array_to_json(
                                              ARRAY(
                                                SELECT
                                                  row_to_json(t87.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      t86."name" AS "name",
                                                      t86."description" AS "description"
                                                    FROM
                                                      "permission" t86
                                                    WHERE
                                                      EXISTS (
                                                        SELECT
                                                        FROM
                                                          supplier_permission sp
                                                        WHERE
                                                          sp.permission_name = t86."name"
                                                          AND sp.supplier_id = ((t83.value ->> 'id'))::bigint
                                                      )
                                                    ORDER BY
                                                      t86."name" ASC
                                                  ) t87
                                              )
                                            )
                                        ) AS "permissions"
                                      FROM
                                        (
                                          SELECT
                                            (t82.value -> 'supplier') #> '{}' AS value
                                          OFFSET
                                            0
                                        ) t83
                                      WHERE
                                        jsonb_typeof(t83.value) = 'object'
                                    ) t88
                                ) AS "supplier",
                                (
                                  SELECT
                                    row_to_json(t90.*)
                                  FROM
                                    (
                                      SELECT
                                        (t89.value -> 'id') AS "id",
                                        (t89.value -> 'filename') AS "filename",
                                        ($apiUrl::text || '/media/' || (t89.value ->> 'storageKey') || '/' || (t89.value ->> 'filename')) AS "url"
                                      FROM
                                        (
                                          SELECT
                                            (t82.value -> 'banner') #> '{}' AS value
                                          OFFSET
                                            0
                                        ) t89
                                      WHERE
                                        jsonb_typeof(t89.value) = 'object'
                                    ) t90
                                ) AS "banner",
                                (
                                  SELECT
                                    row_to_json(t92.*)
                                  FROM
                                    (
                                      SELECT
                                        (t91.value -> 'id') AS "id",
                                        (t91.value -> 'filename') AS "filename",
                                        ($apiUrl::text || '/media/' || (t91.value ->> 'storageKey') || '/' || (t91.value ->> 'filename')) AS "url"
                                      FROM
                                        (
                                          SELECT
                                            (t82.value -> 'thumbnail') #> '{}' AS value
                                          OFFSET
                                            0
                                        ) t91
                                      WHERE
                                        jsonb_typeof(t91.value) = 'object'
                                    ) t92
                                ) AS "thumbnail",
                                (
                                  SELECT
                                    array_to_json(
                                      ARRAY(
                                        SELECT
                                          row_to_json(t94.*)
                                        FROM
                                          (
                                            SELECT
                                              (t93.value -> 'id') AS "id",
                                              (t93.value -> 'filename') AS "filename",
                                              ($apiUrl::text || '/media/' || (t93.value ->> 'storageKey') || '/' || (t93.value ->> 'filename')) AS "url"
                                            FROM
                                              jsonb_array_elements((t82.value -> 'images')) WITH ORDINALITY t93 (value, ordinality)
                                            ORDER BY
                                              t93.ordinality
                                          ) t94
                                      )
                                    )
                                ) AS "images",
                                (
                                  SELECT
                                    array_to_json(
                                      ARRAY(
                                        SELECT
                                          row_to_json(t96.*)
                                        FROM
                                          (
                                            SELECT
                                              (t95.value -> 'videoCode') AS "video_code",
                                              (t95.value -> 'type') AS "type",
                                              (t95.value -> 'url') AS "url"
                                            FROM
                                              jsonb_array_elements((t82.value -> 'videos')) WITH ORDINALITY t95 (value, ordinality)
                                            ORDER BY
                                              t95.ordinality
                                          ) t96
                                      )
                                    )
                                ) AS "videos",
                                (
                                  SELECT
                                    array_to_json(
                                      ARRAY(
                                        SELECT
                                          row_to_json(t100.*)
                                        FROM
                                          (
                                            SELECT
                                              (t97.value -> 'id') AS "id",
                                              coalesce(nullif(((t97.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t97.value -> 'title')) AS "title",
                                              (
                                                SELECT
                                                  array_to_json(
                                                    ARRAY(
                                                      SELECT
                                                        row_to_json(t99.*)
                                                      FROM
                                                        (
                                                          SELECT
                                                            t98."key" AS "key",
                                                            CASE
                                                              WHEN t98."value" < '-1.8e308'
                                                              OR t98."value" >= '1e-6'
                                                              AND t98."value" < '1e21' THEN to_json(t98."value")
                                                              ELSE CASE
                                                                WHEN t98."value"::numeric = 0
                                                                OR abs(t98."value"::numeric) >= 1e-6
                                                                AND abs(t98."value"::numeric) < 1e21 THEN to_json(trim_scale(t98."value"::numeric::float8::text::numeric))
                                                                ELSE regexp_replace(t98."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                              END
                                                            END AS "value"
                                                          FROM
                                                            "tag" t98
                                                          WHERE
                                                            t98."category_id" = ((t97.value ->> 'id'))::bigint
                                                            AND t98."organization_id" = ANY ($organizationIds::int8[])
                                                          ORDER BY
                                                            t98."id" ASC
                                                        ) t99
                                                    )
                                                  )
                                              ) AS "tags"
                                            FROM
                                              jsonb_array_elements((t82.value -> 'categories')) WITH ORDINALITY t97 (value, ordinality)
                                            ORDER BY
                                              t97.ordinality
                                          ) t100
                                      )
                                    )
                                ) AS "categories",
                                array_to_json(
                                  ARRAY(
                                    SELECT
                                      jsonb_array_elements((t82.value -> 'labels'))
                                  )
                                ) AS "labels",
                                (
                                  SELECT
                                    array_to_json(
                                      ARRAY(
                                        SELECT
                                          row_to_json(t102.*)
                                        FROM
                                          (
                                            SELECT
                                              t101."key" AS "key",
                                              CASE
                                                WHEN t101."value" < '-1.8e308'
                                                OR t101."value" >= '1e-6'
                                                AND t101."value" < '1e21' THEN to_json(t101."value")
                                                ELSE CASE
                                                  WHEN t101."value"::numeric = 0
                                                  OR abs(t101."value"::numeric) >= 1e-6
                                                  AND abs(t101."value"::numeric) < 1e21 THEN to_json(trim_scale(t101."value"::numeric::float8::text::numeric))
                                                  ELSE regexp_replace(t101."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                END
                                              END AS "value"
                                            FROM
                                              "tag" t101
                                            WHERE
                                              t101."product_id" = ((t82.value ->> 'id'))::bigint
                                              AND t101."organization_id" = ANY ($organizationIds::int8[])
                                            ORDER BY
                                              t101."id" ASC
                                          ) t102
                                      )
                                    )
                                ) AS "tags",
                                (
                                  SELECT
                                    row_to_json(t104.*)
                                  FROM
                                    (
                                      SELECT
                                        (t103.value -> 'name') AS "name"
                                      FROM
                                        (
                                          SELECT
                                            (t82.value -> 'distributor') #> '{}' AS value
                                          OFFSET
                                            0
                                        ) t103
                                      WHERE
                                        jsonb_typeof(t103.value) = 'object'
                                    ) t104
                                ) AS "distributor"
                              FROM
                                (
                                  SELECT
                                    (t81.value -> 'product') #> '{}' AS value
                                  OFFSET
                                    0
                                ) t82
                              WHERE
                                jsonb_typeof(t82.value) = 'object'
                            ) t105
                        ) AS "product",
                        (
                          SELECT
                            row_to_json(t107.*)
                          FROM
                            (
                              SELECT
                                coalesce(nullif(((t106.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t106.value -> 'title')) AS "title",
                                coalesce(
                                  nullif(((t106.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                                  (t106.value -> 'description')
                                ) AS "description",
                                coalesce(
                                  nullif(((t106.value -> 'translations') -> $lang::text) -> 'businessHours', 'null'),
                                  (t106.value -> 'businessHours')
                                ) AS "business_hours",
                                (t106.value -> 'capacity') AS "capacity",
                                (t106.value -> 'pricingType') AS "pricing_type",
                                (t106.value -> 'hasPickup') AS "has_pickup",
                                (t106.value -> 'hasDropOff') AS "has_drop_off",
                                (t106.value -> 'hasTourGuide') AS "has_tour_guide",
                                (trim_scale(((t106.value -> 'durationTime') #>> '{}')::numeric))::text AS "duration",
                                trim_scale(((t106.value -> 'cutOffTime') #>> '{}')::numeric) AS "cut_off_time",
                                (t106.value -> 'availabilityType') AS "availability_type",
                                ((t106.value -> 'offerTimeStart') #>> '{}')::text || 'T00:00:00.000Z' AS "offer_time_start",
                                ((t106.value -> 'offerTimeEnd') #>> '{}')::text || 'T00:00:00.000Z' AS "offer_time_end"
                              FROM
                                (
                                  SELECT
                                    (t81.value -> 'serviceLevel') #> '{}' AS value
                                  OFFSET
                                    0
                                ) t106
                              WHERE
                                jsonb_typeof(t106.value) = 'object'
                            ) t107
                        ) AS "service_level",
                        (
                          SELECT
                            row_to_json(t109.*)
                          FROM
                            (
                              SELECT
                                (t108.value -> 'passExpirationDate') AS "pass_expiration_date",
                                (t108.value -> 'passExpirationMinutesAfterBooking') AS "pass_expiration_minutes_after_booking"
                              FROM
                                (
                                  SELECT
                                    (t81.value -> 'rate') #> '{}' AS value
                                  OFFSET
                                    0
                                ) t108
                              WHERE
                                jsonb_typeof(t108.value) = 'object'
                            ) t109
                        ) AS "rate",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t114.*)
                                FROM
                                  (
                                    SELECT
                                      (t110.value -> 'id') AS "id",
                                      coalesce(nullif(((t110.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t110.value -> 'title')) AS "title",
                                      (
                                        SELECT
                                          row_to_json(t113.*)
                                        FROM
                                          (
                                            SELECT
                                              (
                                                SELECT
                                                  array_to_json(
                                                    ARRAY(
                                                      SELECT
                                                        row_to_json(t112.*)
                                                      FROM
                                                        (
                                                          SELECT
                                                            (t111.value -> 'id') AS "id",
                                                            (t111.value -> 'time') AS "time",
                                                            trim_scale(((t111.value -> 'percentage') #>> '{}')::numeric) AS "percentage"
                                                          FROM
                                                            jsonb_array_elements((t110.value -> 'penalties')) WITH ORDINALITY t111 (value, ordinality)
                                                          ORDER BY
                                                            t111.ordinality
                                                        ) t112
                                                    )
                                                  )
                                              ) AS "penalties",
                                              coalesce(
                                                nullif(((t110.value -> 'translations') -> $lang::text) -> 'cancellationDescription', 'null'),
                                                (t110.value -> 'cancellationDescription')
                                              ) AS "description"
                                          ) t113
                                      ) AS "cancellation_policies"
                                    FROM
                                      jsonb_array_elements((t81.value -> 'rates')) WITH ORDINALITY t110 (value, ordinality)
                                    ORDER BY
                                      t110.ordinality
                                  ) t114
                              )
                            )
                        ) AS "rates",
                        (
                          SELECT
                            row_to_json(t122.*)
                          FROM
                            (
                              SELECT
                                (trim_scale(((t115.value -> 'latitude') #>> '{}')::numeric))::text AS "latitude",
                                (trim_scale(((t115.value -> 'longitude') #>> '{}')::numeric))::text AS "longitude",
                                (t115.value -> 'address') AS "address",
                                (
                                  SELECT
                                    row_to_json(t119.*)
                                  FROM
                                    (
                                      SELECT
                                        (t116.value -> 'id') AS "id",
                                        coalesce(nullif(((t116.value -> 'translations') -> $lang::text) -> 'name', 'null'), (t116.value -> 'name')) AS "name",
                                        (
                                          SELECT
                                            array_to_json(
                                              ARRAY(
                                                SELECT
                                                  row_to_json(t118.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      t117."key" AS "key",
                                                      CASE
                                                        WHEN t117."value" < '-1.8e308'
                                                        OR t117."value" >= '1e-6'
                                                        AND t117."value" < '1e21' THEN to_json(t117."value")
                                                        ELSE CASE
                                                          WHEN t117."value"::numeric = 0
                                                          OR abs(t117."value"::numeric) >= 1e-6
                                                          AND abs(t117."value"::numeric) < 1e21 THEN to_json(trim_scale(t117."value"::numeric::float8::text::numeric))
                                                          ELSE regexp_replace(t117."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                        END
                                                      END AS "value"
                                                    FROM
                                                      "tag" t117
                                                    WHERE
                                                      t117."city_id" = ((t116.value ->> 'id'))::bigint
                                                      AND t117."organization_id" = ANY ($organizationIds::int8[])
                                                    ORDER BY
                                                      t117."id" ASC
                                                  ) t118
                                              )
                                            )
                                        ) AS "tags"
                                      FROM
                                        (
                                          SELECT
                                            (t115.value -> 'city') #> '{}' AS value
                                          OFFSET
                                            0
                                        ) t116
                                      WHERE
                                        jsonb_typeof(t116.value) = 'object'
                                    ) t119
                                ) AS "city",
                                (
                                  SELECT
                                    row_to_json(t121.*)
                                  FROM
                                    (
                                      SELECT
                                        (t120.value -> 'id') AS "id",
                                        coalesce(nullif(((t120.value -> 'translations') -> $lang::text) -> 'name', 'null'), (t120.value -> 'name')) AS "name",
                                        (t120.value -> 'code') AS "code"
                                      FROM
                                        (
                                          SELECT
                                            (t115.value -> 'country') #> '{}' AS value
                                          OFFSET
                                            0
                                        ) t120
                                      WHERE
                                        jsonb_typeof(t120.value) = 'object'
                                    ) t121
                                ) AS "country"
                              FROM
                                (
                                  SELECT
                                    (t81.value -> 'startingPoint') #> '{}' AS value
                                  OFFSET
                                    0
                                ) t115
                              WHERE
                                jsonb_typeof(t115.value) = 'object'
                            ) t122
                        ) AS "starting_point"
                      FROM
                        (
                          SELECT
                            t1."booked_details" #> '{}' AS value
                          OFFSET
                            0
                        ) t81
                      WHERE
                        jsonb_typeof(t81.value) = 'object'
                    ) t123
                )
              ),
              '[]'::json
            ) AS "booked_details",
            (
              SELECT
                row_to_json(t133.*)
              FROM
                (
                  SELECT
                    (
                      CASE
                        WHEN t1."total_original" IS NOT NULL THEN (
                          SELECT
                            row_to_json(t126.*)
                          FROM
                            (
                              SELECT
                                trim_scale(t1."total_original") AS "amount",
                                (
                                  SELECT
                                    row_to_json(t125.*)
                                  FROM
                                    (
                                      SELECT
                                        t124."code" AS "code",
                                        t124."symbol" AS "symbol",
                                        t124."name" AS "name"
                                      FROM
                                        "currency" t124
                                      WHERE
                                        t124."code" = t1."currency_code"
                                    ) t125
                                ) AS "currency"
                            ) t126
                        )
                      END
                    ) AS "original",
                    (
                      CASE
                        WHEN t1."total_agent" IS NOT NULL THEN (
                          SELECT
                            row_to_json(t129.*)
                          FROM
                            (
                              SELECT
                                trim_scale(t1."total_agent") AS "amount",
                                (
                                  SELECT
                                    row_to_json(t128.*)
                                  FROM
                                    (
                                      SELECT
                                        t127."code" AS "code",
                                        t127."symbol" AS "symbol",
                                        t127."name" AS "name"
                                      FROM
                                        "currency" t127
                                      WHERE
                                        t127."code" = t1."currency_code"
                                    ) t128
                                ) AS "currency"
                            ) t129
                        )
                      END
                    ) AS "agent",
                    (
                      CASE
                        WHEN t1."total_sold" IS NOT NULL THEN (
                          SELECT
                            row_to_json(t132.*)
                          FROM
                            (
                              SELECT
                                trim_scale(t1."total_sold") AS "amount",
                                (
                                  SELECT
                                    row_to_json(t131.*)
                                  FROM
                                    (
                                      SELECT
                                        t130."code" AS "code",
                                        t130."symbol" AS "symbol",
                                        t130."name" AS "name"
                                      FROM
                                        "currency" t130
                                      WHERE
                                        t130."code" = t1."currency_code"
                                    ) t131
                                ) AS "currency"
                            ) t132
                        )
                      END
                    ) AS "sold"
                ) t133
            ) AS "total_prices"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "orders" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- user
SELECT
  (
    SELECT
      row_to_json(t138.*)
    FROM
      (
        SELECT
          t135."id" AS "id",
          t135."name" AS "name",
          coalesce(
            (
              SELECT
                $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
              FROM
                media m
              WHERE
                m.id = t135."photo_id"
            ),
            $apiUrl::text || '/avatars/' || t135."id" || '.svg'
          ) AS "profile_photo_url",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t137.*)
                  FROM
                    (
                      SELECT
                        t136."key" AS "key",
                        CASE
                          WHEN t136."value" < '-1.8e308'
                          OR t136."value" >= '1e-6'
                          AND t136."value" < '1e21' THEN to_json(t136."value")
                          ELSE CASE
                            WHEN t136."value"::numeric = 0
                            OR abs(t136."value"::numeric) >= 1e-6
                            AND abs(t136."value"::numeric) < 1e21 THEN to_json(trim_scale(t136."value"::numeric::float8::text::numeric))
                            ELSE regexp_replace(t136."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                          END
                        END AS "value"
                      FROM
                        "tag" t136
                      WHERE
                        t136."user_id" = t135."id"
                        AND (t136."organization_id" = ANY ($c0.0::int8[]))
                      ORDER BY
                        t136."id" ASC
                    ) t137
                )
              )
          ) AS "tags"
      ) t138
  )
FROM
  "user" t135
WHERE
  (t135."id") = (…);
