-- A departure counts in `booked` exactly what its bookings hold, whoever writes and however.

-- Nobody moves places meanwhile.
LOCK TABLE "availability", "booking" IN SHARE ROW EXCLUSIVE MODE;

-- Orders that were confirmed together could be counted as one. What was sold stays sold: where that is more than the
-- departure has, its capacity is raised to it, so that its orders can be cancelled.
UPDATE "availability" a SET booked = held.places, capacity = greatest(a.capacity, held.places)
FROM (
  SELECT a.id, coalesce(sum(b.places_held), 0)::int AS places
  FROM "availability" a LEFT JOIN "booking" b ON b.availability_id = a.id GROUP BY a.id
) held
WHERE held.id = a.id AND held.places <> a.booked;

-- What the transaction has counted and its bookings do not hold, by departure that it moved, as a setting that ends with the
-- transaction and goes back with a savepoint. Each transaction that adds up keeps all of them adding up, so that no sum of bookings is
-- ever needed: the cost does not grow with the bookings of a departure.
CREATE FUNCTION add_unsettled_places(departures integer[], places bigint[]) RETURNS void LANGUAGE sql AS $$
  SELECT set_config('channel.unsettled_places', coalesce(jsonb_object_agg(id, net)::text, ''), true)
  FROM (
    SELECT id, sum(net) AS net
    FROM (
      SELECT key AS id, value::bigint AS net
      FROM jsonb_each_text(coalesce(nullif(current_setting('channel.unsettled_places', true), ''), '{}')::jsonb)
      UNION ALL
      SELECT id::text, net FROM unnest(departures, places) AS moved (id, net)
    ) every GROUP BY id
  ) unsettled
$$;

-- Once a statement, however many rows it writes.
CREATE FUNCTION booking_places_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_unsettled_places(array_agg(id), array_agg(net)) FROM (
      SELECT availability_id AS id, -sum(places_held) AS net FROM made WHERE places_held <> 0 GROUP BY 1
    ) moved HAVING count(*) > 0;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_unsettled_places(array_agg(id), array_agg(net)) FROM (
      SELECT availability_id AS id, sum(places_held) AS net FROM gone WHERE places_held <> 0 GROUP BY 1
    ) moved HAVING count(*) > 0;
  ELSE
    PERFORM add_unsettled_places(array_agg(id), array_agg(net)) FROM (
      SELECT moved.id, sum(moved.net) AS net
      FROM gone JOIN made USING (id) CROSS JOIN LATERAL (
        VALUES (gone.availability_id, gone.places_held), (made.availability_id, -made.places_held)
      ) moved (id, net)
      WHERE (gone.availability_id, gone.places_held) IS DISTINCT FROM (made.availability_id, made.places_held)
      GROUP BY moved.id
    ) moved HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "booking_places_made" AFTER INSERT ON "booking" REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION booking_places_moved();
CREATE TRIGGER "booking_places_changed" AFTER UPDATE ON "booking" REFERENCING OLD TABLE AS gone NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION booking_places_moved();
CREATE TRIGGER "booking_places_gone" AFTER DELETE ON "booking" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION booking_places_moved();

CREATE FUNCTION availability_places_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_unsettled_places(ARRAY[NEW.id], ARRAY[NEW.booked]);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_unsettled_places(ARRAY[OLD.id], ARRAY[-OLD.booked]);
  ELSE
    PERFORM add_unsettled_places(array_agg(id), array_agg(net)) FROM (
      SELECT id, made.booked - gone.booked AS net FROM gone JOIN made USING (id) WHERE made.booked <> gone.booked
    ) moved HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
-- Departures are made and deleted while nobody has booked them: there is nothing to collect then.
CREATE TRIGGER "availability_places_made" AFTER INSERT ON "availability"
  FOR EACH ROW WHEN (NEW.booked <> 0) EXECUTE FUNCTION availability_places_moved();
CREATE TRIGGER "availability_places_changed" AFTER UPDATE ON "availability" REFERENCING OLD TABLE AS gone NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION availability_places_moved();
CREATE TRIGGER "availability_places_gone" AFTER DELETE ON "availability"
  FOR EACH ROW WHEN (OLD.booked <> 0) EXECUTE FUNCTION availability_places_moved();

-- At COMMIT, for every departure whose places moved. One without an entry is refused, too: who resets the setting, or has
-- constraints checked before the statement has been counted, gets nothing past it.
CREATE FUNCTION refuse_unsettled_places() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  departures integer[];
  settled jsonb := coalesce(nullif(current_setting('channel.unsettled_places', true), ''), '{}');
BEGIN
  IF TG_TABLE_NAME = 'availability' THEN
    departures := CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.id] WHEN 'DELETE' THEN ARRAY[OLD.id] ELSE ARRAY[OLD.id, NEW.id] END;
  ELSE
    departures := CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.availability_id] WHEN 'DELETE' THEN ARRAY[OLD.availability_id]
      ELSE ARRAY[OLD.availability_id, NEW.availability_id] END;
  END IF;
  IF EXISTS (SELECT FROM unnest(departures) AS moved (id) WHERE settled ->> moved.id::text IS DISTINCT FROM '0') THEN
    RAISE EXCEPTION 'availability_booked_check: departures must count exactly the places that their bookings hold'
      USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA, TABLE = 'availability', CONSTRAINT = 'availability_booked_check',
        DETAIL = 'Places counted beyond those held, by departure: ' || settled::text;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "availability_booked_made" AFTER INSERT ON "availability" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.booked <> 0) EXECUTE FUNCTION refuse_unsettled_places();
CREATE CONSTRAINT TRIGGER "availability_booked_changed" AFTER UPDATE ON "availability" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.booked <> OLD.booked OR NEW.id <> OLD.id AND OLD.booked <> 0) EXECUTE FUNCTION refuse_unsettled_places();
CREATE CONSTRAINT TRIGGER "availability_booked_gone" AFTER DELETE ON "availability" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.booked <> 0) EXECUTE FUNCTION refuse_unsettled_places();
CREATE CONSTRAINT TRIGGER "booking_held_made" AFTER INSERT ON "booking" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.places_held <> 0) EXECUTE FUNCTION refuse_unsettled_places();
CREATE CONSTRAINT TRIGGER "booking_held_changed" AFTER UPDATE ON "booking" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.places_held <> OLD.places_held OR NEW.availability_id <> OLD.availability_id)
  EXECUTE FUNCTION refuse_unsettled_places();
CREATE CONSTRAINT TRIGGER "booking_held_gone" AFTER DELETE ON "booking" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.places_held <> 0) EXECUTE FUNCTION refuse_unsettled_places();

-- A truncation shows no rows to triggers.
CREATE FUNCTION refuse_truncated_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM availability WHERE booked <> 0) THEN
    RAISE EXCEPTION 'availability_booked_check: departures must count exactly the places that their bookings hold'
      USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA, TABLE = 'availability', CONSTRAINT = 'availability_booked_check';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "booking_places_truncated" AFTER TRUNCATE ON "booking"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncated_places();

-- What bookings hold, read by departure without the bookings that hold nothing.
create index "booking_places_idx" ON "booking" (availability_id) INCLUDE (places_held) WHERE places_held > 0;
