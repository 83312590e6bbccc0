-- Generated from get-profile.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- GetProfile: one statement

-- data
SELECT
  (
    SELECT
      row_to_json(t18.*)
    FROM
      (
        SELECT
          t1."id" AS "id",
          t1."name" AS "name",
          t1."email" AS "email",
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
          ) AS "tags",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t11.*)
                  FROM
                    (
                      SELECT
                        t5."id" AS "id",
                        t5."name" AS "name",
                        t5."description" AS "description",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t7.*)
                                FROM
                                  (
                                    SELECT
                                      t6."key" AS "key",
                                      CASE
                                        WHEN t6."value" < '-1.8e308'
                                        OR t6."value" >= '1e-6'
                                        AND t6."value" < '1e21' THEN to_json(t6."value")
                                        ELSE CASE
                                          WHEN t6."value"::numeric = 0
                                          OR abs(t6."value"::numeric) >= 1e-6
                                          AND abs(t6."value"::numeric) < 1e21 THEN to_json(trim_scale(t6."value"::numeric::float8::text::numeric))
                                          ELSE regexp_replace(t6."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                        END
                                      END AS "value"
                                    FROM
                                      "tag" t6
                                    WHERE
                                      t6."role_id" = t5."id"
                                    ORDER BY
                                      t6."id" ASC
                                  ) t7
                              )
                            )
                        ) AS "tags",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t10.*)
                                FROM
                                  (
                                    SELECT
                                      t9."name" AS "name",
                                      t9."description" AS "description"
                                    FROM
                                      "role_permission" t8
                                      JOIN "permission" t9 ON t9."name" = t8."permission_name"
                                    WHERE
                                      t8."role_id" = t5."id"
                                    ORDER BY
                                      t8."permission_name" ASC
                                  ) t10
                              )
                            )
                        ) AS "permissions"
                      FROM
                        "user_role" t4
                        JOIN "role" t5 ON t5."id" = t4."role_id"
                      WHERE
                        t4."user_id" = t1."id"
                      ORDER BY
                        t4."role_id" ASC
                    ) t11
                )
              )
          ) AS "roles",
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
                    row_to_json(t17.*)
                  FROM
                    (
                      SELECT
                        t12."id" AS "id",
                        t12."name" AS "name",
                        (
                          SELECT
                            row_to_json(t14.*)
                          FROM
                            (
                              SELECT
                                t13."code" AS "code",
                                t13."symbol" AS "symbol",
                                t13."name" AS "name"
                              FROM
                                "currency" t13
                              WHERE
                                t13."code" = t12."currency_code"
                            ) t14
                        ) AS "currency",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t16.*)
                                FROM
                                  (
                                    SELECT
                                      t15."language_code" AS "code",
                                      (
                                        SELECT
                                          l.name
                                        FROM
                                          language l
                                        WHERE
                                          l.code = t15."language_code"
                                      ) AS "name",
                                      t15."is_default" AS "is_default"
                                    FROM
                                      "organization_language" t15
                                    WHERE
                                      t15."organization_id" = t12."id"
                                    ORDER BY
                                      t15."is_default" DESC,
                                      t15."position" ASC,
                                      t15."language_code" ASC
                                  ) t16
                              )
                            )
                        ) AS "languages"
                      FROM
                        "organization" t12
                      WHERE
                        EXISTS (
                          SELECT
                          FROM
                            user_role ur
                            JOIN role r ON r.id = ur.role_id
                          WHERE
                            ur.user_id = t1."id"
                            AND r.organization_id = t12."id"
                        )
                      ORDER BY
                        t12."name" ASC,
                        t12."id" ASC
                    ) t17
                )
              )
          ) AS "organizations",
          (t1."email_verified_at" IS NOT NULL) AS "email_verified"
      ) t18
  )
FROM
  "user" t1
WHERE
  (t1."id") = (…);
