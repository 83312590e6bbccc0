-- Generated from list-labels.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- ListLabels: one statement

-- data
SELECT
  array_to_json(
    ARRAY(
      SELECT
        to_json(l.label)
      FROM
        (
          SELECT DISTINCT
            label
          FROM
            product p
            CROSS JOIN unnest(p.labels) AS label
          WHERE
            EXISTS (
              SELECT
              FROM
                role_product rp
              WHERE
                rp.product_id = p.id
                AND rp.role_id = ANY ($s0.roleIds::int8[])
            )
            AND (
              $s0.pattern::text IS NULL
              OR label ILIKE $s0.pattern::text
            )
          ORDER BY
            label
        ) l
      ORDER BY
        l.label
    )
  );
