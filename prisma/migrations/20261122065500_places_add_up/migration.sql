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

-- What the transaction has counted and its bookings do not hold, by departure, as a setting that ends with the transaction
-- and goes back with a savepoint. Each transaction that adds up keeps all of them adding up, so that no sum of bookings is
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
    ) every GROUP BY id HAVING sum(net) <> 0
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
      SELECT id, sum(net) AS net FROM (
        SELECT availability_id AS id, places_held AS net FROM gone UNION ALL SELECT availability_id, -places_held FROM made
      ) every GROUP BY id HAVING sum(net) <> 0
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
      SELECT id, sum(net) AS net FROM (
        SELECT id, -booked AS net FROM gone UNION ALL SELECT id, booked FROM made
      ) every GROUP BY id HAVING sum(net) <> 0
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

-- At COMMIT, for whatever moved places.
CREATE FUNCTION refuse_unsettled_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('channel.unsettled_places', true), '') IS NOT NULL THEN
    RAISE EXCEPTION 'availability_booked_check: departures must count exactly the places that their bookings hold'
      USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA, TABLE = 'availability', CONSTRAINT = 'availability_booked_check',
        DETAIL = 'Places counted beyond those held, by departure: ' || current_setting('channel.unsettled_places');
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "availability_booked_made" AFTER INSERT ON "availability" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.booked <> 0) EXECUTE FUNCTION refuse_unsettled_places();
CREATE CONSTRAINT TRIGGER "availability_booked_changed" AFTER UPDATE ON "availability" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.booked <> OLD.booked OR NEW.id <> OLD.id) EXECUTE FUNCTION refuse_unsettled_places();
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
