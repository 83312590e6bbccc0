-- Generated from list-countries.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- ListCountries: one statement

-- data
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            NULL::text AS "id",
            coalesce((t1."translations" -> $lang::text) ->> 'name', t1."name") AS "name",
            t1."code" AS "code"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "country" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );
