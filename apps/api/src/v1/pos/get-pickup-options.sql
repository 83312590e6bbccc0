-- Generated from get-pickup-options.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- GetPickupOptions: one statement

-- data
SELECT
  (
    SELECT
      row_to_json(t9.*)
    FROM
      (
        SELECT
          t1."type" AS "type",
          t1."time_window" AS "time_window",
          t1."time_before" AS "time_before",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t4.*)
                  FROM
                    (
                      SELECT
                        t2."point_id" AS "id",
                        (
                          SELECT
                            p.address
                          FROM
                            point p
                          WHERE
                            p.id = t2."point_id"
                        ) AS "address",
                        t2."time_before" AS "time_before",
                        (
                          SELECT
                            row_to_json(t3.*)
                          FROM
                            (
                              SELECT
                                left(t2."time_start"::text, 5) AS "start",
                                left(t2."time_end"::text, 5) AS "end"
                            ) t3
                        ) AS "time_range"
                      FROM
                        "pickup_place" t2
                      WHERE
                        t2."pickup_options_id" = t1."id"
                      ORDER BY
                        t2."position" ASC,
                        t2."id" ASC
                    ) t4
                )
              )
          ) AS "places",
          (
            SELECT
              row_to_json(t8.*)
            FROM
              (
                SELECT
                  (
                    SELECT
                      row_to_json(t5.*)
                    FROM
                      (
                        SELECT
                          left(t1."time_range_start"::text, 5) AS "start",
                          left(t1."time_range_end"::text, 5) AS "end"
                      ) t5
                  ) AS "time_range",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t7.*)
                          FROM
                            (
                              SELECT
                                t6."id" AS "id",
                                left(t6."time"::text, 5) AS "time"
                              FROM
                                "pickup_time" t6
                              WHERE
                                t6."pickup_options_id" = t1."id"
                              ORDER BY
                                t6."time" ASC
                            ) t7
                        )
                      )
                  ) AS "time_list"
              ) t8
          ) AS "time_selection"
      ) t9
  )
FROM
  "pickup_options" t1
WHERE
  (t1."id") = (…);
