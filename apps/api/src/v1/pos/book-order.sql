-- Generated from book-order.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- BookOrder: a mutation, answered by one statement

-- data.order
SELECT
  (
    SELECT
      row_to_json(t137.*)
    FROM
      (
        SELECT
          t1."id" AS "id",
          to_char(t1."starts_at_local", 'YYYY-MM-DD HH24:MI:SS') AS "starts_at",
          to_char(t1."ends_at_local", 'YYYY-MM-DD HH24:MI:SS') AS "ends_at",
          t1."reference_code" AS "reference_code",
          to_char(t1."booked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS "booked_at",
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
                                      t31."status" AS "status",
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
                    row_to_json(t48.*)
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
                        (
                          SELECT
                            row_to_json(t47.*)
                          FROM
                            (
                              SELECT
                                (t45.value -> 'id') AS "id",
                                coalesce(nullif(((t45.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t45.value -> 'title')) AS "title",
                                (t45.value -> 'isDefault') AS "is_default",
                                (t45.value -> 'minimum') AS "minimum",
                                (t45.value -> 'maximum') AS "maximum",
                                (
                                  SELECT
                                    row_to_json(t46.*)
                                  FROM
                                    (
                                      SELECT
                                        (t45.value -> 'ageMin') AS "min",
                                        (t45.value -> 'ageMax') AS "max"
                                    ) t46
                                ) AS "age_range"
                              FROM
                                (
                                  SELECT
                                    t44."price_category" #> '{}' AS value
                                  OFFSET
                                    0
                                ) t45
                              WHERE
                                jsonb_typeof(t45.value) = 'object'
                            ) t47
                        ) AS "price_category"
                      FROM
                        "passenger" t44
                      WHERE
                        t44."order_id" = t1."id"
                      ORDER BY
                        t44."is_leader" DESC,
                        t44."position" ASC,
                        t44."id" ASC
                    ) t48
                )
              )
          ) AS "passengers",
          (
            SELECT
              row_to_json(t63.*)
            FROM
              (
                SELECT
                  t49."id" AS "id",
                  t49."date" AS "date",
                  left(t49."time"::text, 8) AS "time",
                  (
                    SELECT
                      row_to_json(t53.*)
                    FROM
                      (
                        SELECT
                          t50."id" AS "id",
                          t50."name" AS "name",
                          coalesce(
                            (
                              SELECT
                                $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                              FROM
                                media m
                              WHERE
                                m.id = t50."photo_id"
                            ),
                            $apiUrl::text || '/avatars/' || t50."id" || '.svg'
                          ) AS "profile_photo_url",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t52.*)
                                  FROM
                                    (
                                      SELECT
                                        t51."key" AS "key",
                                        CASE
                                          WHEN t51."value" < '-1.8e308'
                                          OR t51."value" >= '1e-6'
                                          AND t51."value" < '1e21' THEN to_json(t51."value")
                                          ELSE CASE
                                            WHEN t51."value"::numeric = 0
                                            OR abs(t51."value"::numeric) >= 1e-6
                                            AND abs(t51."value"::numeric) < 1e21 THEN to_json(trim_scale(t51."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t51."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t51
                                      WHERE
                                        t51."user_id" = t50."id"
                                        AND (t51."organization_id" = ANY ($c0.0::int8[]))
                                      ORDER BY
                                        t51."id" ASC
                                    ) t52
                                )
                              )
                          ) AS "tags"
                        FROM
                          "user" t50
                        WHERE
                          t50."id" = t49."driver_id"
                      ) t53
                  ) AS "driver",
                  (
                    SELECT
                      row_to_json(t62.*)
                    FROM
                      (
                        SELECT
                          (
                            SELECT
                              row_to_json(t61.*)
                            FROM
                              (
                                SELECT
                                  t54."id" AS "id",
                                  (trim_scale(t54."latitude"))::text AS "latitude",
                                  (trim_scale(t54."longitude"))::text AS "longitude",
                                  t54."address" AS "address",
                                  (
                                    SELECT
                                      row_to_json(t60.*)
                                    FROM
                                      (
                                        SELECT
                                          t55."id" AS "id",
                                          coalesce((t55."translations" -> $lang::text) ->> 'name', t55."name") AS "name",
                                          (
                                            SELECT
                                              row_to_json(t57.*)
                                            FROM
                                              (
                                                SELECT
                                                  t56."id" AS "id",
                                                  coalesce((t56."translations" -> $lang::text) ->> 'name', t56."name") AS "name",
                                                  t56."code" AS "code"
                                                FROM
                                                  "country" t56
                                                WHERE
                                                  t56."id" = t55."country_id"
                                              ) t57
                                          ) AS "country",
                                          (
                                            SELECT
                                              array_to_json(
                                                ARRAY(
                                                  SELECT
                                                    row_to_json(t59.*)
                                                  FROM
                                                    (
                                                      SELECT
                                                        t58."key" AS "key",
                                                        CASE
                                                          WHEN t58."value" < '-1.8e308'
                                                          OR t58."value" >= '1e-6'
                                                          AND t58."value" < '1e21' THEN to_json(t58."value")
                                                          ELSE CASE
                                                            WHEN t58."value"::numeric = 0
                                                            OR abs(t58."value"::numeric) >= 1e-6
                                                            AND abs(t58."value"::numeric) < 1e21 THEN to_json(trim_scale(t58."value"::numeric::float8::text::numeric))
                                                            ELSE regexp_replace(t58."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                          END
                                                        END AS "value"
                                                      FROM
                                                        "tag" t58
                                                      WHERE
                                                        t58."city_id" = t55."id"
                                                        AND (t58."organization_id" = ANY ($c0.0::int8[]))
                                                      ORDER BY
                                                        t58."id" ASC
                                                    ) t59
                                                )
                                              )
                                          ) AS "tags"
                                        FROM
                                          "city" t55
                                        WHERE
                                          t55."id" = t54."city_id"
                                      ) t60
                                  ) AS "city"
                                FROM
                                  "point" t54
                                WHERE
                                  t54."id" = t49."point_id"
                              ) t61
                          ) AS "point"
                      ) t62
                  ) AS "location"
                FROM
                  "transfer" t49
                WHERE
                  t49."id" = t1."pickup_id"
              ) t63
          ) AS "pickup",
          (
            SELECT
              row_to_json(t78.*)
            FROM
              (
                SELECT
                  t64."id" AS "id",
                  t64."date" AS "date",
                  left(t64."time"::text, 8) AS "time",
                  (
                    SELECT
                      row_to_json(t68.*)
                    FROM
                      (
                        SELECT
                          t65."id" AS "id",
                          t65."name" AS "name",
                          coalesce(
                            (
                              SELECT
                                $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                              FROM
                                media m
                              WHERE
                                m.id = t65."photo_id"
                            ),
                            $apiUrl::text || '/avatars/' || t65."id" || '.svg'
                          ) AS "profile_photo_url",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t67.*)
                                  FROM
                                    (
                                      SELECT
                                        t66."key" AS "key",
                                        CASE
                                          WHEN t66."value" < '-1.8e308'
                                          OR t66."value" >= '1e-6'
                                          AND t66."value" < '1e21' THEN to_json(t66."value")
                                          ELSE CASE
                                            WHEN t66."value"::numeric = 0
                                            OR abs(t66."value"::numeric) >= 1e-6
                                            AND abs(t66."value"::numeric) < 1e21 THEN to_json(trim_scale(t66."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t66."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t66
                                      WHERE
                                        t66."user_id" = t65."id"
                                        AND (t66."organization_id" = ANY ($c0.0::int8[]))
                                      ORDER BY
                                        t66."id" ASC
                                    ) t67
                                )
                              )
                          ) AS "tags"
                        FROM
                          "user" t65
                        WHERE
                          t65."id" = t64."driver_id"
                      ) t68
                  ) AS "driver",
                  (
                    SELECT
                      row_to_json(t77.*)
                    FROM
                      (
                        SELECT
                          (
                            SELECT
                              row_to_json(t76.*)
                            FROM
                              (
                                SELECT
                                  t69."id" AS "id",
                                  (trim_scale(t69."latitude"))::text AS "latitude",
                                  (trim_scale(t69."longitude"))::text AS "longitude",
                                  t69."address" AS "address",
                                  (
                                    SELECT
                                      row_to_json(t75.*)
                                    FROM
                                      (
                                        SELECT
                                          t70."id" AS "id",
                                          coalesce((t70."translations" -> $lang::text) ->> 'name', t70."name") AS "name",
                                          (
                                            SELECT
                                              row_to_json(t72.*)
                                            FROM
                                              (
                                                SELECT
                                                  t71."id" AS "id",
                                                  coalesce((t71."translations" -> $lang::text) ->> 'name', t71."name") AS "name",
                                                  t71."code" AS "code"
                                                FROM
                                                  "country" t71
                                                WHERE
                                                  t71."id" = t70."country_id"
                                              ) t72
                                          ) AS "country",
                                          (
                                            SELECT
                                              array_to_json(
                                                ARRAY(
                                                  SELECT
                                                    row_to_json(t74.*)
                                                  FROM
                                                    (
                                                      SELECT
                                                        t73."key" AS "key",
                                                        CASE
                                                          WHEN t73."value" < '-1.8e308'
                                                          OR t73."value" >= '1e-6'
                                                          AND t73."value" < '1e21' THEN to_json(t73."value")
                                                          ELSE CASE
                                                            WHEN t73."value"::numeric = 0
                                                            OR abs(t73."value"::numeric) >= 1e-6
                                                            AND abs(t73."value"::numeric) < 1e21 THEN to_json(trim_scale(t73."value"::numeric::float8::text::numeric))
                                                            ELSE regexp_replace(t73."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                          END
                                                        END AS "value"
                                                      FROM
                                                        "tag" t73
                                                      WHERE
                                                        t73."city_id" = t70."id"
                                                        AND (t73."organization_id" = ANY ($c0.0::int8[]))
                                                      ORDER BY
                                                        t73."id" ASC
                                                    ) t74
                                                )
                                              )
                                          ) AS "tags"
                                        FROM
                                          "city" t70
                                        WHERE
                                          t70."id" = t69."city_id"
                                      ) t75
                                  ) AS "city"
                                FROM
                                  "point" t69
                                WHERE
                                  t69."id" = t64."point_id"
                              ) t76
                          ) AS "point"
                      ) t77
                  ) AS "location"
                FROM
                  "transfer" t64
                WHERE
                  t64."id" = t1."dropoff_id"
              ) t78
          ) AS "dropoff",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t80.*)
                  FROM
                    (
                      SELECT
                        t79."id" AS "id",
                        t79."filename" AS "filename",
                        ($apiUrl::text || '/tickets/' || t79."address_key" || '/' || t79."filename") AS "url"
                      FROM
                        "ticket" t79
                      WHERE
                        t79."order_id" = t1."id"
                      ORDER BY
                        t79."id" ASC
                    ) t80
                )
              )
          ) AS "tickets",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t82.*)
                  FROM
                    (
                      SELECT
                        t81."key" AS "key",
                        CASE
                          WHEN t81."value" < '-1.8e308'
                          OR t81."value" >= '1e-6'
                          AND t81."value" < '1e21' THEN to_json(t81."value")
                          ELSE CASE
                            WHEN t81."value"::numeric = 0
                            OR abs(t81."value"::numeric) >= 1e-6
                            AND abs(t81."value"::numeric) < 1e21 THEN to_json(trim_scale(t81."value"::numeric::float8::text::numeric))
                            ELSE regexp_replace(t81."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                          END
                        END AS "value"
                      FROM
                        "tag" t81
                      WHERE
                        t81."order_id" = t1."id"
                      ORDER BY
                        t81."id" ASC
                    ) t82
                )
              )
          ) AS "tags",
          coalesce(
            to_json(
              (
                SELECT
                  row_to_json(t126.*)
                FROM
                  (
                    SELECT
                      (
                        SELECT
                          row_to_json(t107.*)
                        FROM
                          (
                            SELECT
                              (t84.value -> 'id') AS "id",
                              coalesce(nullif(((t84.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t84.value -> 'title')) AS "title",
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    jsonb_array_elements(
                                      coalesce(
                                        nullif(((t84.value -> 'translations') -> $lang::text) -> 'highlights', 'null'),
                                        (t84.value -> 'highlights')
                                      )
                                    )
                                )
                              ) AS "highlights",
                              coalesce(
                                nullif(((t84.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                                (t84.value -> 'description')
                              ) AS "description",
                              coalesce(
                                nullif(((t84.value -> 'translations') -> $lang::text) -> 'whatToBring', 'null'),
                                (t84.value -> 'whatToBring')
                              ) AS "what_to_bring",
                              coalesce(
                                nullif(((t84.value -> 'translations') -> $lang::text) -> 'knowBeforeYouGo', 'null'),
                                (t84.value -> 'knowBeforeYouGo')
                              ) AS "know_before_you_go",
                              (
                                SELECT
                                  row_to_json(t90.*)
                                FROM
                                  (
                                    SELECT
                                      (t85.value -> 'id') AS "id",
                                      (t85.value -> 'name') AS "name",
                                      coalesce(
                                        nullif(((t85.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                                        (t85.value -> 'description')
                                      ) AS "description",
                                      (
                                        SELECT
                                          array_to_json(
                                            ARRAY(
                                              SELECT
                                                row_to_json(t87.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t86."key" AS "key",
                                                    CASE
                                                      WHEN t86."value" < '-1.8e308'
                                                      OR t86."value" >= '1e-6'
                                                      AND t86."value" < '1e21' THEN to_json(t86."value")
                                                      ELSE CASE
                                                        WHEN t86."value"::numeric = 0
                                                        OR abs(t86."value"::numeric) >= 1e-6
                                                        AND abs(t86."value"::numeric) < 1e21 THEN to_json(trim_scale(t86."value"::numeric::float8::text::numeric))
                                                        ELSE regexp_replace(t86."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                      END
                                                    END AS "value"
                                                  FROM
                                                    "tag" t86
                                                  WHERE
                                                    t86."supplier_id" = ((t85.value ->> 'id'))::bigint
                                                    AND t86."organization_id" = ANY ($organizationIds::int8[])
                                                  ORDER BY
                                                    t86."id" ASC
                                                ) t87
                                            )
                                          )
                                      ) AS "tags",
                                      (
                                        SELECT
                                          array_to_json(
                                            ARRAY(
                                              SELECT
                                                row_to_json(t89.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t88."name" AS "name",
                                                    t88."description" AS "description"
                                                  FROM
                                                    "permission" t88
                                                  WHERE
                                                    EXISTS (
                                                      SELECT
                                                      FROM
                                                        supplier_permission sp
                                                      WHERE
                                                        sp.permission_name = t88."name"
                                                        AND sp.supplier_id = ((t85.value ->> 'id'))::bigint
                                                    )
                                                  ORDER BY
                                                    t88."name" ASC
                                                ) t89
                                            )
                                          )
                                      ) AS "permissions"
                                    FROM
                                      (
                                        SELECT
                                          (t84.value -> 'supplier') #> '{}' AS value
                                        OFFSET
                                          0
                                      ) t85
                                    WHERE
                                      jsonb_typeof(t85.value) = 'object'
                                  ) t90
                              ) AS "supplier",
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
                                          (t84.value -> 'banner') #> '{}' AS value
                                        OFFSET
                                          0
                                      ) t91
                                    WHERE
                                      jsonb_typeof(t91.value) = 'object'
                                  ) t92
                              ) AS "banner",
                              (
                                SELECT
                                  row_to_json(t94.*)
                                FROM
                                  (
                                    SELECT
                                      (t93.value -> 'id') AS "id",
                                      (t93.value -> 'filename') AS "filename",
                                      ($apiUrl::text || '/media/' || (t93.value ->> 'storageKey') || '/' || (t93.value ->> 'filename')) AS "url"
                                    FROM
                                      (
                                        SELECT
                                          (t84.value -> 'thumbnail') #> '{}' AS value
                                        OFFSET
                                          0
                                      ) t93
                                    WHERE
                                      jsonb_typeof(t93.value) = 'object'
                                  ) t94
                              ) AS "thumbnail",
                              (
                                SELECT
                                  array_to_json(
                                    ARRAY(
                                      SELECT
                                        row_to_json(t96.*)
                                      FROM
                                        (
                                          SELECT
                                            (t95.value -> 'id') AS "id",
                                            (t95.value -> 'filename') AS "filename",
                                            ($apiUrl::text || '/media/' || (t95.value ->> 'storageKey') || '/' || (t95.value ->> 'filename')) AS "url"
                                          FROM
                                            jsonb_array_elements((t84.value -> 'images')) WITH ORDINALITY t95 (value, ordinality)
                                          ORDER BY
                                            t95.ordinality
                                        ) t96
                                    )
                                  )
                              ) AS "images",
                              (
                                SELECT
                                  array_to_json(
                                    ARRAY(
                                      SELECT
                                        row_to_json(t98.*)
                                      FROM
                                        (
                                          SELECT
                                            (t97.value -> 'videoCode') AS "video_code",
                                            (t97.value -> 'type') AS "type",
                                            (t97.value -> 'url') AS "url"
                                          FROM
                                            jsonb_array_elements((t84.value -> 'videos')) WITH ORDINALITY t97 (value, ordinality)
                                          ORDER BY
                                            t97.ordinality
                                        ) t98
                                    )
                                  )
                              ) AS "videos",
                              (
                                SELECT
                                  array_to_json(
                                    ARRAY(
                                      SELECT
                                        row_to_json(t102.*)
                                      FROM
                                        (
                                          SELECT
                                            (t99.value -> 'id') AS "id",
                                            coalesce(nullif(((t99.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t99.value -> 'title')) AS "title",
                                            (
                                              SELECT
                                                array_to_json(
                                                  ARRAY(
                                                    SELECT
                                                      row_to_json(t101.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          t100."key" AS "key",
                                                          CASE
                                                            WHEN t100."value" < '-1.8e308'
                                                            OR t100."value" >= '1e-6'
                                                            AND t100."value" < '1e21' THEN to_json(t100."value")
                                                            ELSE CASE
                                                              WHEN t100."value"::numeric = 0
                                                              OR abs(t100."value"::numeric) >= 1e-6
                                                              AND abs(t100."value"::numeric) < 1e21 THEN to_json(trim_scale(t100."value"::numeric::float8::text::numeric))
                                                              ELSE regexp_replace(t100."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                            END
                                                          END AS "value"
                                                        FROM
                                                          "tag" t100
                                                        WHERE
                                                          t100."category_id" = ((t99.value ->> 'id'))::bigint
                                                          AND t100."organization_id" = ANY ($organizationIds::int8[])
                                                        ORDER BY
                                                          t100."id" ASC
                                                      ) t101
                                                  )
                                                )
                                            ) AS "tags"
                                          FROM
                                            jsonb_array_elements((t84.value -> 'categories')) WITH ORDINALITY t99 (value, ordinality)
                                          ORDER BY
                                            t99.ordinality
                                        ) t102
                                    )
                                  )
                              ) AS "categories",
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    jsonb_array_elements((t84.value -> 'labels'))
                                )
                              ) AS "labels",
                              (
                                SELECT
                                  array_to_json(
                                    ARRAY(
                                      SELECT
                                        row_to_json(t104.*)
                                      FROM
                                        (
                                          SELECT
                                            t103."key" AS "key",
                                            CASE
                                              WHEN t103."value" < '-1.8e308'
                                              OR t103."value" >= '1e-6'
                                              AND t103."value" < '1e21' THEN to_json(t103."value")
                                              ELSE CASE
                                                WHEN t103."value"::numeric = 0
                                                OR abs(t103."value"::numeric) >= 1e-6
                                                AND abs(t103."value"::numeric) < 1e21 THEN to_json(trim_scale(t103."value"::numeric::float8::text::numeric))
                                                ELSE regexp_replace(t103."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                              END
                                            END AS "value"
                                          FROM
                                            "tag" t103
                                          WHERE
                                            t103."product_id" = ((t84.value ->> 'id'))::bigint
                                            AND t103."organization_id" = ANY ($organizationIds::int8[])
                                          ORDER BY
                                            t103."id" ASC
                                        ) t104
                                    )
                                  )
                              ) AS "tags",
                              (
                                SELECT
                                  row_to_json(t106.*)
                                FROM
                                  (
                                    SELECT
                                      (t105.value -> 'name') AS "name"
                                    FROM
                                      (
                                        SELECT
                                          (t84.value -> 'distributor') #> '{}' AS value
                                        OFFSET
                                          0
                                      ) t105
                                    WHERE
                                      jsonb_typeof(t105.value) = 'object'
                                  ) t106
                              ) AS "distributor"
                            FROM
                              (
                                SELECT
                                  (t83.value -> 'product') #> '{}' AS value
                                OFFSET
                                  0
                              ) t84
                            WHERE
                              jsonb_typeof(t84.value) = 'object'
                          ) t107
                      ) AS "product",
                      (
                        SELECT
                          row_to_json(t110.*)
                        FROM
                          (
                            SELECT
                              coalesce(nullif(((t108.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t108.value -> 'title')) AS "title",
                              coalesce(
                                nullif(((t108.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                                (t108.value -> 'description')
                              ) AS "description",
                              coalesce(
                                nullif(((t108.value -> 'translations') -> $lang::text) -> 'businessHours', 'null'),
                                (t108.value -> 'businessHours')
                              ) AS "business_hours",
                              (t108.value -> 'capacity') AS "capacity",
                              (t108.value -> 'pricingType') AS "pricing_type",
                              (t108.value -> 'hasPickup') AS "has_pickup",
                              (t108.value -> 'hasDropOff') AS "has_drop_off",
                              (t108.value -> 'hasTourGuide') AS "has_tour_guide",
                              (
                                SELECT
                                  row_to_json(t109.*)
                                FROM
                                  (
                                    SELECT
                                      trim_scale(((t108.value -> 'durationTime') #>> '{}')::numeric) AS "time",
                                      coalesce(
                                        nullif(((t108.value -> 'translations') -> $lang::text) -> 'durationDescription', 'null'),
                                        (t108.value -> 'durationDescription')
                                      ) AS "description"
                                  ) t109
                              ) AS "duration",
                              trim_scale(((t108.value -> 'cutOffTime') #>> '{}')::numeric) AS "cut_off_time",
                              (t108.value -> 'availabilityType') AS "availability_type",
                              (t108.value -> 'offerTimeStart') AS "offer_time_start",
                              (t108.value -> 'offerTimeEnd') AS "offer_time_end"
                            FROM
                              (
                                SELECT
                                  (t83.value -> 'serviceLevel') #> '{}' AS value
                                OFFSET
                                  0
                              ) t108
                            WHERE
                              jsonb_typeof(t108.value) = 'object'
                          ) t110
                      ) AS "service_level",
                      (
                        SELECT
                          row_to_json(t112.*)
                        FROM
                          (
                            SELECT
                              (t111.value -> 'passExpirationDate') AS "pass_expiration_date",
                              (t111.value -> 'passExpirationMinutesAfterBooking') AS "pass_expiration_minutes_after_booking"
                            FROM
                              (
                                SELECT
                                  (t83.value -> 'rate') #> '{}' AS value
                                OFFSET
                                  0
                              ) t111
                            WHERE
                              jsonb_typeof(t111.value) = 'object'
                          ) t112
                      ) AS "rate",
                      (
                        SELECT
                          array_to_json(
                            ARRAY(
                              SELECT
                                row_to_json(t117.*)
                              FROM
                                (
                                  SELECT
                                    (t113.value -> 'id') AS "id",
                                    coalesce(nullif(((t113.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t113.value -> 'title')) AS "title",
                                    (
                                      SELECT
                                        row_to_json(t116.*)
                                      FROM
                                        (
                                          SELECT
                                            (
                                              SELECT
                                                array_to_json(
                                                  ARRAY(
                                                    SELECT
                                                      row_to_json(t115.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          (t114.value -> 'id') AS "id",
                                                          (t114.value -> 'time') AS "time",
                                                          trim_scale(((t114.value -> 'percentage') #>> '{}')::numeric) AS "percentage"
                                                        FROM
                                                          jsonb_array_elements((t113.value -> 'penalties')) WITH ORDINALITY t114 (value, ordinality)
                                                        ORDER BY
                                                          t114.ordinality
                                                      ) t115
                                                  )
                                                )
                                            ) AS "penalties",
                                            coalesce(
                                              nullif(((t113.value -> 'translations') -> $lang::text) -> 'cancellationDescription', 'null'),
                                              (t113.value -> 'cancellationDescription')
                                            ) AS "description"
                                        ) t116
                                    ) AS "cancellation_policies"
                                  FROM
                                    jsonb_array_elements((t83.value -> 'rates')) WITH ORDINALITY t113 (value, ordinality)
                                  ORDER BY
                                    t113.ordinality
                                ) t117
                            )
                          )
                      ) AS "rates",
                      (
                        SELECT
                          row_to_json(t125.*)
                        FROM
                          (
                            SELECT
                              (trim_scale(((t118.value -> 'latitude') #>> '{}')::numeric))::text AS "latitude",
                              (trim_scale(((t118.value -> 'longitude') #>> '{}')::numeric))::text AS "longitude",
                              (t118.value -> 'address') AS "address",
                              (
                                SELECT
                                  row_to_json(t122.*)
                                FROM
                                  (
                                    SELECT
                                      (t119.value -> 'id') AS "id",
                                      coalesce(nullif(((t119.value -> 'translations') -> $lang::text) -> 'name', 'null'), (t119.value -> 'name')) AS "name",
                                      (
                                        SELECT
                                          array_to_json(
                                            ARRAY(
                                              SELECT
                                                row_to_json(t121.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t120."key" AS "key",
                                                    CASE
                                                      WHEN t120."value" < '-1.8e308'
                                                      OR t120."value" >= '1e-6'
                                                      AND t120."value" < '1e21' THEN to_json(t120."value")
                                                      ELSE CASE
                                                        WHEN t120."value"::numeric = 0
                                                        OR abs(t120."value"::numeric) >= 1e-6
                                                        AND abs(t120."value"::numeric) < 1e21 THEN to_json(trim_scale(t120."value"::numeric::float8::text::numeric))
                                                        ELSE regexp_replace(t120."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                      END
                                                    END AS "value"
                                                  FROM
                                                    "tag" t120
                                                  WHERE
                                                    t120."city_id" = ((t119.value ->> 'id'))::bigint
                                                    AND t120."organization_id" = ANY ($organizationIds::int8[])
                                                  ORDER BY
                                                    t120."id" ASC
                                                ) t121
                                            )
                                          )
                                      ) AS "tags"
                                    FROM
                                      (
                                        SELECT
                                          (t118.value -> 'city') #> '{}' AS value
                                        OFFSET
                                          0
                                      ) t119
                                    WHERE
                                      jsonb_typeof(t119.value) = 'object'
                                  ) t122
                              ) AS "city",
                              (
                                SELECT
                                  row_to_json(t124.*)
                                FROM
                                  (
                                    SELECT
                                      (t123.value -> 'id') AS "id",
                                      coalesce(nullif(((t123.value -> 'translations') -> $lang::text) -> 'name', 'null'), (t123.value -> 'name')) AS "name",
                                      (t123.value -> 'code') AS "code"
                                    FROM
                                      (
                                        SELECT
                                          (t118.value -> 'country') #> '{}' AS value
                                        OFFSET
                                          0
                                      ) t123
                                    WHERE
                                      jsonb_typeof(t123.value) = 'object'
                                  ) t124
                              ) AS "country"
                            FROM
                              (
                                SELECT
                                  (t83.value -> 'startingPoint') #> '{}' AS value
                                OFFSET
                                  0
                              ) t118
                            WHERE
                              jsonb_typeof(t118.value) = 'object'
                          ) t125
                      ) AS "starting_point"
                    FROM
                      (
                        SELECT
                          t1."booked_details" #> '{}' AS value
                        OFFSET
                          0
                      ) t83
                    WHERE
                      jsonb_typeof(t83.value) = 'object'
                  ) t126
              )
            ),
            '[]'::json
          ) AS "booked_details",
          (
            SELECT
              row_to_json(t136.*)
            FROM
              (
                SELECT
                  (
                    CASE
                      WHEN t1."total_original" IS NOT NULL THEN (
                        SELECT
                          row_to_json(t129.*)
                        FROM
                          (
                            SELECT
                              trim_scale(t1."total_original") AS "amount",
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
                  ) AS "original",
                  (
                    CASE
                      WHEN t1."total_agent" IS NOT NULL THEN (
                        SELECT
                          row_to_json(t132.*)
                        FROM
                          (
                            SELECT
                              trim_scale(t1."total_agent") AS "amount",
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
                  ) AS "agent",
                  (
                    CASE
                      WHEN t1."total_sold" IS NOT NULL THEN (
                        SELECT
                          row_to_json(t135.*)
                        FROM
                          (
                            SELECT
                              trim_scale(t1."total_sold") AS "amount",
                              (
                                SELECT
                                  row_to_json(t134.*)
                                FROM
                                  (
                                    SELECT
                                      t133."code" AS "code",
                                      t133."symbol" AS "symbol",
                                      t133."name" AS "name"
                                    FROM
                                      "currency" t133
                                    WHERE
                                      t133."code" = t1."currency_code"
                                  ) t134
                              ) AS "currency"
                          ) t135
                      )
                    END
                  ) AS "sold"
              ) t136
          ) AS "total_prices"
      ) t137
  )
FROM
  "orders" t1
WHERE
  (t1."id") = (…);
