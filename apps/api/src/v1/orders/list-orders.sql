-- Generated from list-orders.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- ListOrders: one statement, after a preflight query

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
                          t2."order_id" = t1."id"
                        ORDER BY
                          t2."id" ASC
                      ) t3
                  )
                )
            ) AS "tags",
            to_char(t1."booked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS "booked_at",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t28.*)
                    FROM
                      (
                        SELECT
                          t4."id" AS "id",
                          t4."status" AS "status",
                          (
                            SELECT
                              row_to_json(t14.*)
                            FROM
                              (
                                SELECT
                                  (
                                    CASE
                                      WHEN t4."original" IS NOT NULL THEN (
                                        SELECT
                                          row_to_json(t7.*)
                                        FROM
                                          (
                                            SELECT
                                              trim_scale(t4."original") AS "amount",
                                              (
                                                SELECT
                                                  row_to_json(t6.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      t5."code" AS "code",
                                                      t5."symbol" AS "symbol",
                                                      t5."name" AS "name"
                                                    FROM
                                                      "currency" t5
                                                    WHERE
                                                      t5."code" = t4."currency_code"
                                                  ) t6
                                              ) AS "currency"
                                          ) t7
                                      )
                                    END
                                  ) AS "original",
                                  (
                                    CASE
                                      WHEN t4."agent" IS NOT NULL THEN (
                                        SELECT
                                          row_to_json(t10.*)
                                        FROM
                                          (
                                            SELECT
                                              trim_scale(t4."agent") AS "amount",
                                              (
                                                SELECT
                                                  row_to_json(t9.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      t8."code" AS "code",
                                                      t8."symbol" AS "symbol",
                                                      t8."name" AS "name"
                                                    FROM
                                                      "currency" t8
                                                    WHERE
                                                      t8."code" = t4."currency_code"
                                                  ) t9
                                              ) AS "currency"
                                          ) t10
                                      )
                                    END
                                  ) AS "agent",
                                  (
                                    CASE
                                      WHEN t4."sold" IS NOT NULL THEN (
                                        SELECT
                                          row_to_json(t13.*)
                                        FROM
                                          (
                                            SELECT
                                              trim_scale(t4."sold") AS "amount",
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
                                                      t11."code" = t4."currency_code"
                                                  ) t12
                                              ) AS "currency"
                                          ) t13
                                      )
                                    END
                                  ) AS "sold"
                              ) t14
                          ) AS "prices",
                          (
                            SELECT
                              row_to_json(t15.*)
                            FROM
                              (
                                SELECT
                                  coalesce(t4."departure_rate_id", t4."availability_id") AS "id",
                                  left(t4."start_time"::text, 5) AS "start_time",
                                  t4."date" AS "date"
                              ) t15
                          ) AS "availability",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t27.*)
                                  FROM
                                    (
                                      SELECT
                                        t16."passenger_id" AS "passenger_id",
                                        t16."status" AS "status",
                                        (
                                          SELECT
                                            row_to_json(t26.*)
                                          FROM
                                            (
                                              SELECT
                                                (
                                                  CASE
                                                    WHEN t16."original" IS NOT NULL THEN (
                                                      SELECT
                                                        row_to_json(t19.*)
                                                      FROM
                                                        (
                                                          SELECT
                                                            trim_scale(t16."original") AS "amount",
                                                            (
                                                              SELECT
                                                                row_to_json(t18.*)
                                                              FROM
                                                                (
                                                                  SELECT
                                                                    t17."code" AS "code",
                                                                    t17."symbol" AS "symbol",
                                                                    t17."name" AS "name"
                                                                  FROM
                                                                    "currency" t17
                                                                  WHERE
                                                                    t17."code" = t16."currency_code"
                                                                ) t18
                                                            ) AS "currency"
                                                        ) t19
                                                    )
                                                  END
                                                ) AS "original",
                                                (
                                                  CASE
                                                    WHEN t16."agent" IS NOT NULL THEN (
                                                      SELECT
                                                        row_to_json(t22.*)
                                                      FROM
                                                        (
                                                          SELECT
                                                            trim_scale(t16."agent") AS "amount",
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
                                                                    t20."code" = t16."currency_code"
                                                                ) t21
                                                            ) AS "currency"
                                                        ) t22
                                                    )
                                                  END
                                                ) AS "agent",
                                                (
                                                  CASE
                                                    WHEN t16."sold" IS NOT NULL THEN (
                                                      SELECT
                                                        row_to_json(t25.*)
                                                      FROM
                                                        (
                                                          SELECT
                                                            trim_scale(t16."sold") AS "amount",
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
                                                                    t23."code" = t16."currency_code"
                                                                ) t24
                                                            ) AS "currency"
                                                        ) t25
                                                    )
                                                  END
                                                ) AS "sold"
                                            ) t26
                                        ) AS "prices"
                                      FROM
                                        "booking_passenger" t16
                                      WHERE
                                        t16."booking_id" = t4."id"
                                      ORDER BY
                                        t16."passenger_id" ASC
                                    ) t27
                                )
                              )
                          ) AS "passengers"
                        FROM
                          "booking" t4
                        WHERE
                          t4."order_id" = t1."id"
                        ORDER BY
                          t4."id" ASC
                      ) t28
                  )
                )
            ) AS "bookings",
            coalesce(
              to_json(
                (
                  SELECT
                    row_to_json(t72.*)
                  FROM
                    (
                      SELECT
                        (
                          SELECT
                            row_to_json(t53.*)
                          FROM
                            (
                              SELECT
                                (t30.value -> 'id') AS "id",
                                coalesce(nullif(((t30.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t30.value -> 'title')) AS "title",
                                array_to_json(
                                  ARRAY(
                                    SELECT
                                      jsonb_array_elements(
                                        coalesce(
                                          nullif(((t30.value -> 'translations') -> $lang::text) -> 'highlights', 'null'),
                                          (t30.value -> 'highlights')
                                        )
                                      )
                                  )
                                ) AS "highlights",
                                coalesce(
                                  nullif(((t30.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                                  (t30.value -> 'description')
                                ) AS "description",
                                coalesce(
                                  nullif(((t30.value -> 'translations') -> $lang::text) -> 'whatToBring', 'null'),
                                  (t30.value -> 'whatToBring')
                                ) AS "what_to_bring",
                                coalesce(
                                  nullif(((t30.value -> 'translations') -> $lang::text) -> 'knowBeforeYouGo', 'null'),
                                  (t30.value -> 'knowBeforeYouGo')
                                ) AS "know_before_you_go",
                                (
                                  SELECT
                                    row_to_json(t36.*)
                                  FROM
                                    (
                                      SELECT
                                        (t31.value -> 'id') AS "id",
                                        (t31.value -> 'name') AS "name",
                                        coalesce(
                                          nullif(((t31.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                                          (t31.value -> 'description')
                                        ) AS "description",
                                        (
                                          SELECT
                                            array_to_json(
                                              ARRAY(
                                                SELECT
                                                  row_to_json(t33.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      t32."key" AS "key",
                                                      CASE
                                                        WHEN t32."value" < '-1.8e308'
                                                        OR t32."value" >= '1e-6'
                                                        AND t32."value" < '1e21' THEN to_json(t32."value")
                                                        ELSE CASE
                                                          WHEN t32."value"::numeric = 0
                                                          OR abs(t32."value"::numeric) >= 1e-6
                                                          AND abs(t32."value"::numeric) < 1e21 THEN to_json(trim_scale(t32."value"::numeric::float8::text::numeric))
                                                          ELSE regexp_replace(t32."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                        END
                                                      END AS "value"
                                                    FROM
                                                      "tag" t32
                                                    WHERE
                                                      t32."supplier_id" = ((t31.value ->> 'id'))::bigint
                                                      AND t32."organization_id" = ANY ($organizationIds::int8[])
                                                    ORDER BY
                                                      t32."id" ASC
                                                  ) t33
                                              )
                                            )
                                        ) AS "tags",
                                        (
                                          SELECT
                                            array_to_json(
                                              ARRAY(
                                                SELECT
                                                  row_to_json(t35.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      t34."name" AS "name",
                                                      t34."description" AS "description"
                                                    FROM
                                                      "permission" t34
                                                    WHERE
                                                      EXISTS (
                                                        SELECT
                                                        FROM
                                                          supplier_permission sp
                                                        WHERE
                                                          sp.permission_name = t34."name"
                                                          AND sp.supplier_id = ((t31.value ->> 'id'))::bigint
                                                      )
                                                    ORDER BY
                                                      t34."name" ASC
                                                  ) t35
                                              )
                                            )
                                        ) AS "permissions"
                                      FROM
                                        (
                                          SELECT
                                            (t30.value -> 'supplier') #> '{}' AS value
                                          OFFSET
                                            0
                                        ) t31
                                      WHERE
                                        jsonb_typeof(t31.value) = 'object'
                                    ) t36
                                ) AS "supplier",
                                (
                                  SELECT
                                    row_to_json(t38.*)
                                  FROM
                                    (
                                      SELECT
                                        (t37.value -> 'id') AS "id",
                                        (t37.value -> 'filename') AS "filename",
                                        ($apiUrl::text || '/media/' || (t37.value ->> 'storageKey') || '/' || (t37.value ->> 'filename')) AS "url"
                                      FROM
                                        (
                                          SELECT
                                            (t30.value -> 'banner') #> '{}' AS value
                                          OFFSET
                                            0
                                        ) t37
                                      WHERE
                                        jsonb_typeof(t37.value) = 'object'
                                    ) t38
                                ) AS "banner",
                                (
                                  SELECT
                                    row_to_json(t40.*)
                                  FROM
                                    (
                                      SELECT
                                        (t39.value -> 'id') AS "id",
                                        (t39.value -> 'filename') AS "filename",
                                        ($apiUrl::text || '/media/' || (t39.value ->> 'storageKey') || '/' || (t39.value ->> 'filename')) AS "url"
                                      FROM
                                        (
                                          SELECT
                                            (t30.value -> 'thumbnail') #> '{}' AS value
                                          OFFSET
                                            0
                                        ) t39
                                      WHERE
                                        jsonb_typeof(t39.value) = 'object'
                                    ) t40
                                ) AS "thumbnail",
                                (
                                  SELECT
                                    array_to_json(
                                      ARRAY(
                                        SELECT
                                          row_to_json(t42.*)
                                        FROM
                                          (
                                            SELECT
                                              (t41.value -> 'id') AS "id",
                                              (t41.value -> 'filename') AS "filename",
                                              ($apiUrl::text || '/media/' || (t41.value ->> 'storageKey') || '/' || (t41.value ->> 'filename')) AS "url"
                                            FROM
                                              jsonb_array_elements((t30.value -> 'images')) WITH ORDINALITY t41 (value, ordinality)
                                            ORDER BY
                                              t41.ordinality
                                          ) t42
                                      )
                                    )
                                ) AS "images",
                                (
                                  SELECT
                                    array_to_json(
                                      ARRAY(
                                        SELECT
                                          row_to_json(t44.*)
                                        FROM
                                          (
                                            SELECT
                                              (t43.value -> 'videoCode') AS "video_code",
                                              (t43.value -> 'type') AS "type",
                                              (t43.value -> 'url') AS "url"
                                            FROM
                                              jsonb_array_elements((t30.value -> 'videos')) WITH ORDINALITY t43 (value, ordinality)
                                            ORDER BY
                                              t43.ordinality
                                          ) t44
                                      )
                                    )
                                ) AS "videos",
                                (
                                  SELECT
                                    array_to_json(
                                      ARRAY(
                                        SELECT
                                          row_to_json(t48.*)
                                        FROM
                                          (
                                            SELECT
                                              (t45.value -> 'id') AS "id",
                                              coalesce(nullif(((t45.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t45.value -> 'title')) AS "title",
                                              (
                                                SELECT
                                                  array_to_json(
                                                    ARRAY(
                                                      SELECT
                                                        row_to_json(t47.*)
                                                      FROM
                                                        (
                                                          SELECT
                                                            t46."key" AS "key",
                                                            CASE
                                                              WHEN t46."value" < '-1.8e308'
                                                              OR t46."value" >= '1e-6'
                                                              AND t46."value" < '1e21' THEN to_json(t46."value")
                                                              ELSE CASE
                                                                WHEN t46."value"::numeric = 0
                                                                OR abs(t46."value"::numeric) >= 1e-6
                                                                AND abs(t46."value"::numeric) < 1e21 THEN to_json(trim_scale(t46."value"::numeric::float8::text::numeric))
                                                                ELSE regexp_replace(t46."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                              END
                                                            END AS "value"
                                                          FROM
                                                            "tag" t46
                                                          WHERE
                                                            t46."category_id" = ((t45.value ->> 'id'))::bigint
                                                            AND t46."organization_id" = ANY ($organizationIds::int8[])
                                                          ORDER BY
                                                            t46."id" ASC
                                                        ) t47
                                                    )
                                                  )
                                              ) AS "tags"
                                            FROM
                                              jsonb_array_elements((t30.value -> 'categories')) WITH ORDINALITY t45 (value, ordinality)
                                            ORDER BY
                                              t45.ordinality
                                          ) t48
                                      )
                                    )
                                ) AS "categories",
                                array_to_json(
                                  ARRAY(
                                    SELECT
                                      jsonb_array_elements((t30.value -> 'labels'))
                                  )
                                ) AS "labels",
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
                                              t49."product_id" = ((t30.value ->> 'id'))::bigint
                                              AND t49."organization_id" = ANY ($organizationIds::int8[])
                                            ORDER BY
                                              t49."id" ASC
                                          ) t50
                                      )
                                    )
                                ) AS "tags",
                                (
                                  SELECT
                                    row_to_json(t52.*)
                                  FROM
                                    (
                                      SELECT
                                        (t51.value -> 'name') AS "name"
                                      FROM
                                        (
                                          SELECT
                                            (t30.value -> 'distributor') #> '{}' AS value
                                          OFFSET
                                            0
                                        ) t51
                                      WHERE
                                        jsonb_typeof(t51.value) = 'object'
                                    ) t52
                                ) AS "distributor"
                              FROM
                                (
                                  SELECT
                                    (t29.value -> 'product') #> '{}' AS value
                                  OFFSET
                                    0
                                ) t30
                              WHERE
                                jsonb_typeof(t30.value) = 'object'
                            ) t53
                        ) AS "product",
                        (
                          SELECT
                            row_to_json(t56.*)
                          FROM
                            (
                              SELECT
                                coalesce(nullif(((t54.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t54.value -> 'title')) AS "title",
                                coalesce(
                                  nullif(((t54.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                                  (t54.value -> 'description')
                                ) AS "description",
                                coalesce(
                                  nullif(((t54.value -> 'translations') -> $lang::text) -> 'businessHours', 'null'),
                                  (t54.value -> 'businessHours')
                                ) AS "business_hours",
                                (t54.value -> 'capacity') AS "capacity",
                                (t54.value -> 'pricingType') AS "pricing_type",
                                (t54.value -> 'hasPickup') AS "has_pickup",
                                (t54.value -> 'hasDropOff') AS "has_drop_off",
                                (t54.value -> 'hasTourGuide') AS "has_tour_guide",
                                (
                                  SELECT
                                    row_to_json(t55.*)
                                  FROM
                                    (
                                      SELECT
                                        trim_scale(((t54.value -> 'durationTime') #>> '{}')::numeric) AS "time",
                                        coalesce(
                                          nullif(((t54.value -> 'translations') -> $lang::text) -> 'durationDescription', 'null'),
                                          (t54.value -> 'durationDescription')
                                        ) AS "description"
                                    ) t55
                                ) AS "duration",
                                trim_scale(((t54.value -> 'cutOffTime') #>> '{}')::numeric) AS "cut_off_time",
                                (t54.value -> 'availabilityType') AS "availability_type",
                                (t54.value -> 'offerTimeStart') AS "offer_time_start",
                                (t54.value -> 'offerTimeEnd') AS "offer_time_end"
                              FROM
                                (
                                  SELECT
                                    (t29.value -> 'serviceLevel') #> '{}' AS value
                                  OFFSET
                                    0
                                ) t54
                              WHERE
                                jsonb_typeof(t54.value) = 'object'
                            ) t56
                        ) AS "service_level",
                        (
                          SELECT
                            row_to_json(t58.*)
                          FROM
                            (
                              SELECT
                                (t57.value -> 'passExpirationDate') AS "pass_expiration_date",
                                (t57.value -> 'passExpirationMinutesAfterBooking') AS "pass_expiration_minutes_after_booking"
                              FROM
                                (
                                  SELECT
                                    (t29.value -> 'rate') #> '{}' AS value
                                  OFFSET
                                    0
                                ) t57
                              WHERE
                                jsonb_typeof(t57.value) = 'object'
                            ) t58
                        ) AS "rate",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t63.*)
                                FROM
                                  (
                                    SELECT
                                      (t59.value -> 'id') AS "id",
                                      coalesce(nullif(((t59.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t59.value -> 'title')) AS "title",
                                      (
                                        SELECT
                                          row_to_json(t62.*)
                                        FROM
                                          (
                                            SELECT
                                              (
                                                SELECT
                                                  array_to_json(
                                                    ARRAY(
                                                      SELECT
                                                        row_to_json(t61.*)
                                                      FROM
                                                        (
                                                          SELECT
                                                            (t60.value -> 'id') AS "id",
                                                            (t60.value -> 'time') AS "time",
                                                            trim_scale(((t60.value -> 'percentage') #>> '{}')::numeric) AS "percentage"
                                                          FROM
                                                            jsonb_array_elements((t59.value -> 'penalties')) WITH ORDINALITY t60 (value, ordinality)
                                                          ORDER BY
                                                            t60.ordinality
                                                        ) t61
                                                    )
                                                  )
                                              ) AS "penalties",
                                              coalesce(
                                                nullif(((t59.value -> 'translations') -> $lang::text) -> 'cancellationDescription', 'null'),
                                                (t59.value -> 'cancellationDescription')
                                              ) AS "description"
                                          ) t62
                                      ) AS "cancellation_policies"
                                    FROM
                                      jsonb_array_elements((t29.value -> 'rates')) WITH ORDINALITY t59 (value, ordinality)
                                    ORDER BY
                                      t59.ordinality
                                  ) t63
                              )
                            )
                        ) AS "rates",
                        (
                          SELECT
                            row_to_json(t71.*)
                          FROM
                            (
                              SELECT
                                (trim_scale(((t64.value -> 'latitude') #>> '{}')::numeric))::text AS "latitude",
                                (trim_scale(((t64.value -> 'longitude') #>> '{}')::numeric))::text AS "longitude",
                                (t64.value -> 'address') AS "address",
                                (
                                  SELECT
                                    row_to_json(t68.*)
                                  FROM
                                    (
                                      SELECT
                                        (t65.value -> 'id') AS "id",
                                        coalesce(nullif(((t65.value -> 'translations') -> $lang::text) -> 'name', 'null'), (t65.value -> 'name')) AS "name",
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
                                                      t66."city_id" = ((t65.value ->> 'id'))::bigint
                                                      AND t66."organization_id" = ANY ($organizationIds::int8[])
                                                    ORDER BY
                                                      t66."id" ASC
                                                  ) t67
                                              )
                                            )
                                        ) AS "tags"
                                      FROM
                                        (
                                          SELECT
                                            (t64.value -> 'city') #> '{}' AS value
                                          OFFSET
                                            0
                                        ) t65
                                      WHERE
                                        jsonb_typeof(t65.value) = 'object'
                                    ) t68
                                ) AS "city",
                                (
                                  SELECT
                                    row_to_json(t70.*)
                                  FROM
                                    (
                                      SELECT
                                        (t69.value -> 'id') AS "id",
                                        coalesce(nullif(((t69.value -> 'translations') -> $lang::text) -> 'name', 'null'), (t69.value -> 'name')) AS "name",
                                        (t69.value -> 'code') AS "code"
                                      FROM
                                        (
                                          SELECT
                                            (t64.value -> 'country') #> '{}' AS value
                                          OFFSET
                                            0
                                        ) t69
                                      WHERE
                                        jsonb_typeof(t69.value) = 'object'
                                    ) t70
                                ) AS "country"
                              FROM
                                (
                                  SELECT
                                    (t29.value -> 'startingPoint') #> '{}' AS value
                                  OFFSET
                                    0
                                ) t64
                              WHERE
                                jsonb_typeof(t64.value) = 'object'
                            ) t71
                        ) AS "starting_point"
                      FROM
                        (
                          SELECT
                            t1."booked_details" #> '{}' AS value
                          OFFSET
                            0
                        ) t29
                      WHERE
                        jsonb_typeof(t29.value) = 'object'
                    ) t72
                )
              ),
              '[]'::json
            ) AS "booked_details",
            (
              SELECT
                row_to_json(t78.*)
              FROM
                (
                  SELECT
                    t73."id" AS "id",
                    coalesce((t73."translations" -> $lang::text) ->> 'name', t73."name") AS "name",
                    (
                      SELECT
                        row_to_json(t75.*)
                      FROM
                        (
                          SELECT
                            t74."id" AS "id",
                            coalesce((t74."translations" -> $lang::text) ->> 'name', t74."name") AS "name",
                            t74."code" AS "code"
                          FROM
                            "country" t74
                          WHERE
                            t74."id" = t73."country_id"
                        ) t75
                    ) AS "country",
                    (
                      SELECT
                        array_to_json(
                          ARRAY(
                            SELECT
                              row_to_json(t77.*)
                            FROM
                              (
                                SELECT
                                  t76."key" AS "key",
                                  CASE
                                    WHEN t76."value" < '-1.8e308'
                                    OR t76."value" >= '1e-6'
                                    AND t76."value" < '1e21' THEN to_json(t76."value")
                                    ELSE CASE
                                      WHEN t76."value"::numeric = 0
                                      OR abs(t76."value"::numeric) >= 1e-6
                                      AND abs(t76."value"::numeric) < 1e21 THEN to_json(trim_scale(t76."value"::numeric::float8::text::numeric))
                                      ELSE regexp_replace(t76."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                    END
                                  END AS "value"
                                FROM
                                  "tag" t76
                                WHERE
                                  t76."city_id" = t73."id"
                                  AND (t76."organization_id" = ANY ($c0.0::int8[]))
                                ORDER BY
                                  t76."id" ASC
                              ) t77
                          )
                        )
                    ) AS "tags"
                  FROM
                    "city" t73
                  WHERE
                    t73."id" = t1."city_id"
                ) t78
            ) AS "city",
            (
              SELECT
                row_to_json(t85.*)
              FROM
                (
                  SELECT
                    t79."id" AS "id",
                    t79."name" AS "name",
                    coalesce((t79."translations" -> $lang::text) ->> 'description', t79."description") AS "description",
                    (
                      SELECT
                        array_to_json(
                          ARRAY(
                            SELECT
                              row_to_json(t81.*)
                            FROM
                              (
                                SELECT
                                  t80."key" AS "key",
                                  CASE
                                    WHEN t80."value" < '-1.8e308'
                                    OR t80."value" >= '1e-6'
                                    AND t80."value" < '1e21' THEN to_json(t80."value")
                                    ELSE CASE
                                      WHEN t80."value"::numeric = 0
                                      OR abs(t80."value"::numeric) >= 1e-6
                                      AND abs(t80."value"::numeric) < 1e21 THEN to_json(trim_scale(t80."value"::numeric::float8::text::numeric))
                                      ELSE regexp_replace(t80."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                    END
                                  END AS "value"
                                FROM
                                  "tag" t80
                                WHERE
                                  t80."supplier_id" = t79."id"
                                ORDER BY
                                  t80."id" ASC
                              ) t81
                          )
                        )
                    ) AS "tags",
                    (
                      SELECT
                        array_to_json(
                          ARRAY(
                            SELECT
                              row_to_json(t84.*)
                            FROM
                              (
                                SELECT
                                  t83."name" AS "name",
                                  t83."description" AS "description"
                                FROM
                                  "supplier_permission" t82
                                  JOIN "permission" t83 ON t83."name" = t82."permission_name"
                                WHERE
                                  t82."supplier_id" = t79."id"
                                ORDER BY
                                  t82."permission_name" ASC
                              ) t84
                          )
                        )
                    ) AS "permissions"
                  FROM
                    "supplier" t79
                  WHERE
                    t79."id" = t1."supplier_id"
                ) t85
            ) AS "supplier",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t90.*)
                    FROM
                      (
                        SELECT
                          t86."id" AS "id",
                          t86."first_name" AS "first_name",
                          t86."last_name" AS "last_name",
                          t86."gender" AS "gender",
                          t86."phone_number" AS "phone_number",
                          t86."whatsapp_number" AS "whatsapp_number",
                          t86."email" AS "email",
                          t86."is_leader" AS "is_leader",
                          (
                            SELECT
                              row_to_json(t89.*)
                            FROM
                              (
                                SELECT
                                  (t87.value -> 'id') AS "id",
                                  coalesce(nullif(((t87.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t87.value -> 'title')) AS "title",
                                  (t87.value -> 'isDefault') AS "is_default",
                                  (t87.value -> 'minimum') AS "minimum",
                                  (t87.value -> 'maximum') AS "maximum",
                                  (
                                    SELECT
                                      row_to_json(t88.*)
                                    FROM
                                      (
                                        SELECT
                                          (t87.value -> 'ageMin') AS "min",
                                          (t87.value -> 'ageMax') AS "max"
                                      ) t88
                                  ) AS "age_range"
                                FROM
                                  (
                                    SELECT
                                      t86."price_category" #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t87
                                WHERE
                                  jsonb_typeof(t87.value) = 'object'
                              ) t89
                          ) AS "price_category"
                        FROM
                          "passenger" t86
                        WHERE
                          t86."order_id" = t1."id"
                        ORDER BY
                          t86."is_leader" DESC,
                          t86."position" ASC,
                          t86."id" ASC
                      ) t90
                  )
                )
            ) AS "passengers",
            t1."status" AS "status",
            to_char(t1."starts_at_local", 'YYYY-MM-DD HH24:MI:SS') AS "starts_at",
            (
              SELECT
                row_to_json(t105.*)
              FROM
                (
                  SELECT
                    t91."id" AS "id",
                    t91."date" AS "date",
                    left(t91."time"::text, 8) AS "time",
                    (
                      SELECT
                        row_to_json(t95.*)
                      FROM
                        (
                          SELECT
                            t92."id" AS "id",
                            t92."name" AS "name",
                            coalesce(
                              (
                                SELECT
                                  $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                                FROM
                                  media m
                                WHERE
                                  m.id = t92."photo_id"
                              ),
                              $apiUrl::text || '/avatars/' || t92."id" || '.svg'
                            ) AS "profile_photo_url",
                            (
                              SELECT
                                array_to_json(
                                  ARRAY(
                                    SELECT
                                      row_to_json(t94.*)
                                    FROM
                                      (
                                        SELECT
                                          t93."key" AS "key",
                                          CASE
                                            WHEN t93."value" < '-1.8e308'
                                            OR t93."value" >= '1e-6'
                                            AND t93."value" < '1e21' THEN to_json(t93."value")
                                            ELSE CASE
                                              WHEN t93."value"::numeric = 0
                                              OR abs(t93."value"::numeric) >= 1e-6
                                              AND abs(t93."value"::numeric) < 1e21 THEN to_json(trim_scale(t93."value"::numeric::float8::text::numeric))
                                              ELSE regexp_replace(t93."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                            END
                                          END AS "value"
                                        FROM
                                          "tag" t93
                                        WHERE
                                          t93."user_id" = t92."id"
                                          AND (t93."organization_id" = ANY ($c0.0::int8[]))
                                        ORDER BY
                                          t93."id" ASC
                                      ) t94
                                  )
                                )
                            ) AS "tags"
                          FROM
                            "user" t92
                          WHERE
                            t92."id" = t91."driver_id"
                        ) t95
                    ) AS "driver",
                    (
                      SELECT
                        row_to_json(t104.*)
                      FROM
                        (
                          SELECT
                            (
                              SELECT
                                row_to_json(t103.*)
                              FROM
                                (
                                  SELECT
                                    t96."id" AS "id",
                                    (trim_scale(t96."latitude"))::text AS "latitude",
                                    (trim_scale(t96."longitude"))::text AS "longitude",
                                    t96."address" AS "address",
                                    (
                                      SELECT
                                        row_to_json(t102.*)
                                      FROM
                                        (
                                          SELECT
                                            t97."id" AS "id",
                                            coalesce((t97."translations" -> $lang::text) ->> 'name', t97."name") AS "name",
                                            (
                                              SELECT
                                                row_to_json(t99.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t98."id" AS "id",
                                                    coalesce((t98."translations" -> $lang::text) ->> 'name', t98."name") AS "name",
                                                    t98."code" AS "code"
                                                  FROM
                                                    "country" t98
                                                  WHERE
                                                    t98."id" = t97."country_id"
                                                ) t99
                                            ) AS "country",
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
                                                          t100."city_id" = t97."id"
                                                          AND (t100."organization_id" = ANY ($c0.0::int8[]))
                                                        ORDER BY
                                                          t100."id" ASC
                                                      ) t101
                                                  )
                                                )
                                            ) AS "tags"
                                          FROM
                                            "city" t97
                                          WHERE
                                            t97."id" = t96."city_id"
                                        ) t102
                                    ) AS "city"
                                  FROM
                                    "point" t96
                                  WHERE
                                    t96."id" = t91."point_id"
                                ) t103
                            ) AS "point"
                        ) t104
                    ) AS "location"
                  FROM
                    "transfer" t91
                  WHERE
                    t91."id" = t1."pickup_id"
                ) t105
            ) AS "pickup",
            (
              SELECT
                row_to_json(t120.*)
              FROM
                (
                  SELECT
                    t106."id" AS "id",
                    t106."date" AS "date",
                    left(t106."time"::text, 8) AS "time",
                    (
                      SELECT
                        row_to_json(t110.*)
                      FROM
                        (
                          SELECT
                            t107."id" AS "id",
                            t107."name" AS "name",
                            coalesce(
                              (
                                SELECT
                                  $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                                FROM
                                  media m
                                WHERE
                                  m.id = t107."photo_id"
                              ),
                              $apiUrl::text || '/avatars/' || t107."id" || '.svg'
                            ) AS "profile_photo_url",
                            (
                              SELECT
                                array_to_json(
                                  ARRAY(
                                    SELECT
                                      row_to_json(t109.*)
                                    FROM
                                      (
                                        SELECT
                                          t108."key" AS "key",
                                          CASE
                                            WHEN t108."value" < '-1.8e308'
                                            OR t108."value" >= '1e-6'
                                            AND t108."value" < '1e21' THEN to_json(t108."value")
                                            ELSE CASE
                                              WHEN t108."value"::numeric = 0
                                              OR abs(t108."value"::numeric) >= 1e-6
                                              AND abs(t108."value"::numeric) < 1e21 THEN to_json(trim_scale(t108."value"::numeric::float8::text::numeric))
                                              ELSE regexp_replace(t108."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                            END
                                          END AS "value"
                                        FROM
                                          "tag" t108
                                        WHERE
                                          t108."user_id" = t107."id"
                                          AND (t108."organization_id" = ANY ($c0.0::int8[]))
                                        ORDER BY
                                          t108."id" ASC
                                      ) t109
                                  )
                                )
                            ) AS "tags"
                          FROM
                            "user" t107
                          WHERE
                            t107."id" = t106."driver_id"
                        ) t110
                    ) AS "driver",
                    (
                      SELECT
                        row_to_json(t119.*)
                      FROM
                        (
                          SELECT
                            (
                              SELECT
                                row_to_json(t118.*)
                              FROM
                                (
                                  SELECT
                                    t111."id" AS "id",
                                    (trim_scale(t111."latitude"))::text AS "latitude",
                                    (trim_scale(t111."longitude"))::text AS "longitude",
                                    t111."address" AS "address",
                                    (
                                      SELECT
                                        row_to_json(t117.*)
                                      FROM
                                        (
                                          SELECT
                                            t112."id" AS "id",
                                            coalesce((t112."translations" -> $lang::text) ->> 'name', t112."name") AS "name",
                                            (
                                              SELECT
                                                row_to_json(t114.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t113."id" AS "id",
                                                    coalesce((t113."translations" -> $lang::text) ->> 'name', t113."name") AS "name",
                                                    t113."code" AS "code"
                                                  FROM
                                                    "country" t113
                                                  WHERE
                                                    t113."id" = t112."country_id"
                                                ) t114
                                            ) AS "country",
                                            (
                                              SELECT
                                                array_to_json(
                                                  ARRAY(
                                                    SELECT
                                                      row_to_json(t116.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          t115."key" AS "key",
                                                          CASE
                                                            WHEN t115."value" < '-1.8e308'
                                                            OR t115."value" >= '1e-6'
                                                            AND t115."value" < '1e21' THEN to_json(t115."value")
                                                            ELSE CASE
                                                              WHEN t115."value"::numeric = 0
                                                              OR abs(t115."value"::numeric) >= 1e-6
                                                              AND abs(t115."value"::numeric) < 1e21 THEN to_json(trim_scale(t115."value"::numeric::float8::text::numeric))
                                                              ELSE regexp_replace(t115."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                                            END
                                                          END AS "value"
                                                        FROM
                                                          "tag" t115
                                                        WHERE
                                                          t115."city_id" = t112."id"
                                                          AND (t115."organization_id" = ANY ($c0.0::int8[]))
                                                        ORDER BY
                                                          t115."id" ASC
                                                      ) t116
                                                  )
                                                )
                                            ) AS "tags"
                                          FROM
                                            "city" t112
                                          WHERE
                                            t112."id" = t111."city_id"
                                        ) t117
                                    ) AS "city"
                                  FROM
                                    "point" t111
                                  WHERE
                                    t111."id" = t106."point_id"
                                ) t118
                            ) AS "point"
                        ) t119
                    ) AS "location"
                  FROM
                    "transfer" t106
                  WHERE
                    t106."id" = t1."dropoff_id"
                ) t120
            ) AS "dropoff"
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
