-- Generated from list-destinations.graphql: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- ListDestinations: one statement

-- data
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(t1.*)
      FROM
        (
          SELECT
            d.id AS "id",
            d.title AS "title",
            d.kind AS "type"
          FROM
            (
              WITH
                offered AS (
                  SELECT DISTINCT
                    ci.id AS city_id,
                    coalesce(ci.translations -> $lang::text ->> 'name', ci.name) AS city,
                    co.id AS country_id,
                    coalesce(co.translations -> $lang::text ->> 'name', co.name) AS country,
                    coalesce(p.translations -> $lang::text ->> 'title', p.title) ILIKE $s0.pattern::text AS experience
                  FROM
                    product p
                    JOIN city ci ON ci.id = p.city_id
                    JOIN country co ON co.id = ci.country_id
                  WHERE
                    p.is_published IS NOT FALSE
                )
              SELECT
                city_id AS id,
                city AS title,
                'city' AS kind
              FROM
                offered
              WHERE
                experience
                OR city ILIKE $s0.pattern::text
              UNION
              SELECT
                country_id,
                country,
                'country'
              FROM
                offered
              WHERE
                experience
                OR country ILIKE $s0.pattern::text
              ORDER BY
                title,
                kind,
                id
            ) d
          ORDER BY
            d.title,
            d.kind,
            d.id
        ) t1
    )
  );
