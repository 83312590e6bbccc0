-- Generated from export-orders.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- ExportOrders: one statement, after a preflight query

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
            t1."reference_code" AS "reference_code",
            t1."status" AS "status",
            to_char(t1."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS "created_at",
            to_char(t1."booked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS "booked_at",
            to_char(t1."starts_at_local", 'YYYY-MM-DD HH24:MI:SS') AS "starts_at",
            to_char(t1."ends_at_local", 'YYYY-MM-DD HH24:MI:SS') AS "ends_at",
            (
              SELECT
                row_to_json(t9.*)
              FROM
                (
                  SELECT
                    (
                      SELECT
                        row_to_json(t4.*)
                      FROM
                        (
                          SELECT
                            coalesce(nullif(((t3.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t3.value -> 'title')) AS "title"
                          FROM
                            (
                              SELECT
                                (t2.value -> 'product') #> '{}' AS value
                              OFFSET
                                0
                            ) t3
                          WHERE
                            jsonb_typeof(t3.value) = 'object'
                        ) t4
                    ) AS "product",
                    (
                      SELECT
                        row_to_json(t6.*)
                      FROM
                        (
                          SELECT
                            coalesce(nullif(((t5.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t5.value -> 'title')) AS "title"
                          FROM
                            (
                              SELECT
                                (t2.value -> 'serviceLevel') #> '{}' AS value
                              OFFSET
                                0
                            ) t5
                          WHERE
                            jsonb_typeof(t5.value) = 'object'
                        ) t6
                    ) AS "service_level",
                    (
                      SELECT
                        array_to_json(
                          ARRAY(
                            SELECT
                              row_to_json(t8.*)
                            FROM
                              (
                                SELECT
                                  coalesce(nullif(((t7.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t7.value -> 'title')) AS "title"
                                FROM
                                  jsonb_array_elements((t2.value -> 'rates')) WITH ORDINALITY t7 (value, ordinality)
                                ORDER BY
                                  t7.ordinality
                              ) t8
                          )
                        )
                    ) AS "rates"
                  FROM
                    (
                      SELECT
                        t1."booked_details" #> '{}' AS value
                      OFFSET
                        0
                    ) t2
                  WHERE
                    jsonb_typeof(t2.value) = 'object'
                ) t9
            ) AS "booked_details",
            (
              SELECT
                row_to_json(t11.*)
              FROM
                (
                  SELECT
                    coalesce((t10."translations" -> $lang::text) ->> 'name', t10."name") AS "name"
                  FROM
                    "city" t10
                  WHERE
                    t10."id" = t1."city_id"
                ) t11
            ) AS "city",
            (
              SELECT
                row_to_json(t13.*)
              FROM
                (
                  SELECT
                    t12."name" AS "name"
                  FROM
                    "supplier" t12
                  WHERE
                    t12."id" = t1."supplier_id"
                ) t13
            ) AS "supplier",
            (
              SELECT
                row_to_json(t15.*)
              FROM
                (
                  SELECT
                    t14."name" AS "name"
                  FROM
                    "client" t14
                  WHERE
                    t14."id" = t1."client_id"
                ) t15
            ) AS "client",
            (
              SELECT
                row_to_json(t17.*)
              FROM
                (
                  SELECT
                    t16."name" AS "name"
                  FROM
                    "user" t16
                  WHERE
                    t16."id" = t1."issuer_id"
                ) t17
            ) AS "issuer",
            (
              SELECT
                row_to_json(t19.*)
              FROM
                (
                  SELECT
                    t18."name" AS "name"
                  FROM
                    "user" t18
                  WHERE
                    t18."id" = t1."contact_person_id"
                ) t19
            ) AS "contact_person",
            (
              SELECT
                row_to_json(t21.*)
              FROM
                (
                  SELECT
                    t20."name" AS "name"
                  FROM
                    "user" t20
                  WHERE
                    t20."id" = t1."tour_guide_id"
                ) t21
            ) AS "tour_guide",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t23.*)
                    FROM
                      (
                        SELECT
                          t22."first_name" AS "first_name",
                          t22."last_name" AS "last_name",
                          t22."email" AS "email",
                          t22."phone_number" AS "phone_number",
                          t22."is_leader" AS "is_leader"
                        FROM
                          "passenger" t22
                        WHERE
                          t22."order_id" = t1."id"
                        ORDER BY
                          t22."is_leader" DESC,
                          t22."position" ASC,
                          t22."id" ASC
                      ) t23
                  )
                )
            ) AS "passengers",
            (
              SELECT
                row_to_json(t33.*)
              FROM
                (
                  SELECT
                    (
                      CASE
                        WHEN t1."total_original" IS NOT NULL THEN (
                          SELECT
                            row_to_json(t26.*)
                          FROM
                            (
                              SELECT
                                trim_scale(t1."total_original") AS "amount",
                                (
                                  SELECT
                                    row_to_json(t25.*)
                                  FROM
                                    (
                                      SELECT
                                        t24."code" AS "code",
                                        t24."symbol" AS "symbol",
                                        t24."name" AS "name"
                                      FROM
                                        "currency" t24
                                      WHERE
                                        t24."code" = t1."currency_code"
                                    ) t25
                                ) AS "currency"
                            ) t26
                        )
                      END
                    ) AS "original",
                    (
                      CASE
                        WHEN t1."total_agent" IS NOT NULL THEN (
                          SELECT
                            row_to_json(t29.*)
                          FROM
                            (
                              SELECT
                                trim_scale(t1."total_agent") AS "amount",
                                (
                                  SELECT
                                    row_to_json(t28.*)
                                  FROM
                                    (
                                      SELECT
                                        t27."code" AS "code",
                                        t27."symbol" AS "symbol",
                                        t27."name" AS "name"
                                      FROM
                                        "currency" t27
                                      WHERE
                                        t27."code" = t1."currency_code"
                                    ) t28
                                ) AS "currency"
                            ) t29
                        )
                      END
                    ) AS "agent",
                    (
                      CASE
                        WHEN t1."total_sold" IS NOT NULL THEN (
                          SELECT
                            row_to_json(t32.*)
                          FROM
                            (
                              SELECT
                                trim_scale(t1."total_sold") AS "amount",
                                (
                                  SELECT
                                    row_to_json(t31.*)
                                  FROM
                                    (
                                      SELECT
                                        t30."code" AS "code",
                                        t30."symbol" AS "symbol",
                                        t30."name" AS "name"
                                      FROM
                                        "currency" t30
                                      WHERE
                                        t30."code" = t1."currency_code"
                                    ) t31
                                ) AS "currency"
                            ) t32
                        )
                      END
                    ) AS "sold"
                ) t33
            ) AS "total_prices",
            (
              SELECT
                row_to_json(t40.*)
              FROM
                (
                  SELECT
                    t34."date" AS "date",
                    left(t34."time"::text, 8) AS "time",
                    (
                      SELECT
                        row_to_json(t36.*)
                      FROM
                        (
                          SELECT
                            t35."name" AS "name"
                          FROM
                            "user" t35
                          WHERE
                            t35."id" = t34."driver_id"
                        ) t36
                    ) AS "driver",
                    (
                      SELECT
                        row_to_json(t39.*)
                      FROM
                        (
                          SELECT
                            (
                              SELECT
                                row_to_json(t38.*)
                              FROM
                                (
                                  SELECT
                                    t37."address" AS "address"
                                  FROM
                                    "point" t37
                                  WHERE
                                    t37."id" = t34."point_id"
                                ) t38
                            ) AS "point"
                        ) t39
                    ) AS "location"
                  FROM
                    "transfer" t34
                  WHERE
                    t34."id" = t1."pickup_id"
                ) t40
            ) AS "pickup",
            (
              SELECT
                row_to_json(t47.*)
              FROM
                (
                  SELECT
                    t41."date" AS "date",
                    left(t41."time"::text, 8) AS "time",
                    (
                      SELECT
                        row_to_json(t43.*)
                      FROM
                        (
                          SELECT
                            t42."name" AS "name"
                          FROM
                            "user" t42
                          WHERE
                            t42."id" = t41."driver_id"
                        ) t43
                    ) AS "driver",
                    (
                      SELECT
                        row_to_json(t46.*)
                      FROM
                        (
                          SELECT
                            (
                              SELECT
                                row_to_json(t45.*)
                              FROM
                                (
                                  SELECT
                                    t44."address" AS "address"
                                  FROM
                                    "point" t44
                                  WHERE
                                    t44."id" = t41."point_id"
                                ) t45
                            ) AS "point"
                        ) t46
                    ) AS "location"
                  FROM
                    "transfer" t41
                  WHERE
                    t41."id" = t1."dropoff_id"
                ) t47
            ) AS "dropoff",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t49.*)
                    FROM
                      (
                        SELECT
                          t48."key" AS "key",
                          CASE
                            WHEN t48."value" < '-1.8e308'
                            OR t48."value" >= '1e-6'
                            AND t48."value" < '1e21' THEN to_json(t48."value")
                            ELSE CASE
                              WHEN t48."value"::numeric = 0
                              OR abs(t48."value"::numeric) >= 1e-6
                              AND abs(t48."value"::numeric) < 1e21 THEN to_json(trim_scale(t48."value"::numeric::float8::text::numeric))
                              ELSE regexp_replace(t48."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                            END
                          END AS "value"
                        FROM
                          "tag" t48
                        WHERE
                          t48."order_id" = t1."id"
                        ORDER BY
                          t48."id" ASC
                      ) t49
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
            JOIN "orders" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );
