-- CreateIndex
CREATE INDEX "availability_service_level_id_date_capacity_idx" ON "availability"("service_level_id", "date", "capacity");

-- What Prisma's schema language cannot say.

-- What can be sold on which day, and under which id: a rate without prices can't be booked. Departures with a date stand by
-- themselves, so that a range of days is read from the index. The joins of the ids are outer ones, for then a statement
-- that does not ask for them does without them.
DROP VIEW "offer";
CREATE VIEW "offer" AS
SELECT dr.id, a.id AS availability_id, r.id AS rate_id, a.date, sl.product_id, sl.id AS service_level_id, a.start_time, a.remaining
FROM service_level sl
JOIN availability a ON a.service_level_id = sl.id AND a.date IS NOT NULL
JOIN rate r ON r.service_level_id = sl.id AND rate_holds(r.valid_from, r.valid_to, r.weekdays, a.date)
  AND EXISTS (SELECT FROM rate_price price WHERE price.rate_id = r.id)
LEFT JOIN departure_rate dr ON dr.availability_id = a.id AND dr.rate_id = r.id
UNION ALL
SELECT dr.id, a.id, r.id, day.date::date, sl.product_id, sl.id, a.start_time, a.remaining
FROM service_level sl
JOIN availability a ON a.service_level_id = sl.id AND a.date IS NULL
CROSS JOIN LATERAL generate_series(sl.offer_time_start, sl.offer_time_end, interval '1 day') AS day (date)
JOIN rate r ON r.service_level_id = sl.id AND rate_holds(r.valid_from, r.valid_to, r.weekdays, day.date::date)
  AND EXISTS (SELECT FROM rate_price price WHERE price.rate_id = r.id)
LEFT JOIN departure_rate dr ON dr.availability_id = a.id AND dr.rate_id = r.id;

-- The products of a role that have, on some days (null: no bound), an offer with so many places left that by the clock of
-- its place has not left yet.
--
-- The work grows with the rates of the role and not with departures or days: each service level is looked up once for each
-- period in which rates of it hold, in the order of the index above, until its first departure that matches. The planner
-- expects so few matches that it would read and sort all departures of the days, or take an index without capacities:
-- it may not, whatever it knows of the tables.
CREATE FUNCTION products_departing(sold_by integer, start_date date, end_date date, places integer, moment timestamptz)
  RETURNS SETOF integer LANGUAGE sql STABLE
  SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off AS $$
  WITH sold AS MATERIALIZED (
    SELECT DISTINCT sl.product_id, sl.id AS service_level_id, sl.offer_time_start, sl.offer_time_end, here.today, here.time,
      greatest(start_date, here.today, r.valid_from) AS first, least(end_date, r.valid_to, 'infinity') AS last, r.weekdays
    FROM role_product rp
    JOIN product p ON p.id = rp.product_id
    JOIN city c ON c.id = p.city_id
    CROSS JOIN LATERAL (SELECT moment AT TIME ZONE c.time_zone AS now) clock
    CROSS JOIN LATERAL (SELECT clock.now::date AS today, clock.now::time AS time) here
    JOIN service_level sl ON sl.product_id = p.id
    JOIN rate r ON r.service_level_id = sl.id AND EXISTS (SELECT FROM rate_price price WHERE price.rate_id = r.id)
    WHERE rp.role_id = sold_by
  )
  SELECT DISTINCT sold.product_id
  FROM sold
  CROSS JOIN LATERAL (
    (SELECT FROM availability a
     WHERE a.service_level_id = sold.service_level_id AND a.date BETWEEN sold.first AND sold.last
       AND a.capacity >= places AND a.remaining >= places
       AND (a.date > sold.today OR a.start_time IS NULL OR a.start_time > sold.time)
       AND rate_holds(NULL, NULL, sold.weekdays, a.date)
     ORDER BY a.date, a.capacity LIMIT 1)
    UNION ALL
    -- A pass stands on every day of its offer; of any seven days in a row each weekday is one.
    (SELECT FROM availability a
     CROSS JOIN LATERAL (SELECT
       greatest(sold.first, sold.offer_time_start, CASE WHEN a.start_time <= sold.time THEN sold.today + 1 END) AS first,
       least(sold.last, sold.offer_time_end) AS last) days
     CROSS JOIN LATERAL generate_series(0, least(6, days.last - days.first)) AS later
     WHERE a.service_level_id = sold.service_level_id AND a.date IS NULL AND a.remaining >= places
       AND rate_holds(NULL, NULL, sold.weekdays, days.first + later)
     LIMIT 1)
    LIMIT 1
  ) departure
  WHERE sold.first <= sold.last
$$;
