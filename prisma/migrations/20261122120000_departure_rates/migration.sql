-- AlterTable
ALTER TABLE "booking" ADD COLUMN     "departure_rate_id" INTEGER;

-- CreateTable
CREATE TABLE "departure_rate" (
    "id" INTEGER NOT NULL,
    "availability_id" INTEGER NOT NULL,
    "rate_id" INTEGER,

    CONSTRAINT "departure_rate_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "departure_rate_rate_id_idx" ON "departure_rate"("rate_id");

-- CreateIndex
CREATE UNIQUE INDEX "departure_rate_availability_id_rate_id_key" ON "departure_rate"("availability_id", "rate_id");

-- CreateIndex
CREATE INDEX "booking_departure_rate_id_idx" ON "booking"("departure_rate_id");

-- AddForeignKey
ALTER TABLE "departure_rate" ADD CONSTRAINT "departure_rate_availability_id_fkey" FOREIGN KEY ("availability_id") REFERENCES "availability"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "departure_rate" ADD CONSTRAINT "departure_rate_rate_id_fkey" FOREIGN KEY ("rate_id") REFERENCES "rate"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking" ADD CONSTRAINT "booking_departure_rate_id_fkey" FOREIGN KEY ("departure_rate_id") REFERENCES "departure_rate"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- Whether a rate holds on a day.
CREATE FUNCTION rate_holds(valid_from date, valid_to date, weekdays integer[], day date) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (valid_from IS NULL OR valid_from <= day) AND (valid_to IS NULL OR valid_to >= day)
    AND (weekdays = '{}' OR extract(isodow FROM day)::int = ANY (weekdays))
$$;

-- Adds the rates that hold on the days of departures (for a pass: all rates of its service level) and are not there yet.
-- Null means all departures, or all rates. The first rate that a departure gets has the departure's own id, as long as no
-- other ever had it: of several the one that a booking without an id would have been sold at.
CREATE FUNCTION add_departure_rates(departures integer[], rates integer[]) RETURNS void
  LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  -- Transactions that add departures and rates to one service level at the same time would not see each other's rows.
  PERFORM FROM service_level
  WHERE id IN (
    SELECT service_level_id FROM availability WHERE id = ANY (departures)
    UNION SELECT service_level_id FROM rate WHERE id = ANY (rates)
  )
  ORDER BY id FOR NO KEY UPDATE;

  INSERT INTO departure_rate (id, availability_id, rate_id)
  SELECT CASE WHEN missing.place = 1 AND NOT EXISTS (SELECT FROM departure_rate own WHERE own.id = missing.availability_id)
      THEN missing.availability_id ELSE nextval('availability_id_seq')::integer END,
    missing.availability_id, missing.rate_id
  FROM (
    SELECT a.id AS availability_id, r.id AS rate_id,
      row_number() OVER (
        PARTITION BY a.id
        ORDER BY EXISTS (SELECT FROM rate_price p WHERE p.rate_id = r.id) DESC,
          (a.date IS NOT NULL OR rate_holds(r.valid_from, r.valid_to, r.weekdays, current_date)) DESC, r.position, r.id
      ) AS place
    FROM availability a
    JOIN rate r ON r.service_level_id = a.service_level_id
    WHERE (departures IS NULL OR a.id = ANY (departures)) AND (rates IS NULL OR r.id = ANY (rates))
      AND (a.date IS NULL OR rate_holds(r.valid_from, r.valid_to, r.weekdays, a.date))
      AND NOT EXISTS (SELECT FROM departure_rate known WHERE known.availability_id = a.id AND known.rate_id = r.id)
  ) missing
  ORDER BY missing.availability_id, missing.place;
END $$;

CREATE FUNCTION departure_rates_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[];
BEGIN
  IF TG_LEVEL = 'ROW' THEN ids := ARRAY[NEW.id]; ELSE ids := ARRAY(SELECT id FROM changed); END IF;
  IF TG_TABLE_NAME = 'availability' THEN
    PERFORM add_departure_rates(ids, NULL);
  ELSE
    PERFORM add_departure_rates(NULL, ids);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "availability_rates_of_new" AFTER INSERT ON "availability"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION departure_rates_follow();
-- For single rows, so that the many updates that only move places pay nothing for it.
CREATE TRIGGER "availability_rates_of_moved" AFTER UPDATE OF date, service_level_id ON "availability"
  FOR EACH ROW WHEN ((OLD.date, OLD.service_level_id) IS DISTINCT FROM (NEW.date, NEW.service_level_id))
  EXECUTE FUNCTION departure_rates_follow();
CREATE TRIGGER "rate_departures_of_new" AFTER INSERT ON "rate"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION departure_rates_follow();
CREATE TRIGGER "rate_departures_of_changed" AFTER UPDATE OF valid_from, valid_to, weekdays, service_level_id ON "rate"
  FOR EACH ROW WHEN ((OLD.valid_from, OLD.valid_to, OLD.weekdays, OLD.service_level_id)
    IS DISTINCT FROM (NEW.valid_from, NEW.valid_to, NEW.weekdays, NEW.service_level_id))
  EXECUTE FUNCTION departure_rates_follow();

-- A database that was loaded with ids of its own may have left the sequence behind them.
SELECT setval('availability_id_seq', max(id)) FROM availability
HAVING max(id) > (SELECT last_value FROM availability_id_seq);

SELECT add_departure_rates(NULL, NULL);

-- The id of a departure that was sold at a rate that no longer holds means that rate.
INSERT INTO departure_rate (id, availability_id, rate_id)
SELECT DISTINCT ON (availability_id) availability_id, availability_id, rate_id
FROM booking b
WHERE NOT EXISTS (SELECT FROM departure_rate own WHERE own.id = b.availability_id)
ORDER BY availability_id, id DESC;

-- What can be sold on which day, and under which id. The join of the ids is an outer one, for then a statement that does
-- not ask for them does without it.
DROP VIEW "offer";
CREATE VIEW "offer" AS
SELECT dr.id, a.id AS availability_id, r.id AS rate_id, day.date, sl.product_id, sl.id AS service_level_id, a.start_time, a.remaining
FROM availability a
JOIN service_level sl ON sl.id = a.service_level_id
CROSS JOIN LATERAL (
  SELECT a.date AS date WHERE a.date IS NOT NULL
  UNION ALL
  SELECT generate_series(sl.offer_time_start, sl.offer_time_end, interval '1 day')::date WHERE a.date IS NULL
) day
JOIN rate r ON r.service_level_id = sl.id AND rate_holds(r.valid_from, r.valid_to, r.weekdays, day.date)
LEFT JOIN departure_rate dr ON dr.availability_id = a.id AND dr.rate_id = r.id;
