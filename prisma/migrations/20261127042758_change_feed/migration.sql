-- CreateEnum
CREATE TYPE "change_stream" AS ENUM ('orders', 'catalogue');

-- CreateTable
CREATE TABLE "change_feed" (
    "stream" "change_stream" NOT NULL,
    "last_position" BIGINT NOT NULL DEFAULT 0,
    "floor_position" BIGINT NOT NULL DEFAULT 0,
    "floor_token" INTEGER NOT NULL,

    CONSTRAINT "change_feed_pkey" PRIMARY KEY ("stream")
);

-- CreateTable
CREATE TABLE "unsequenced_change" (
    "id" BIGSERIAL NOT NULL,
    "stream" "change_stream" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "audit_entry_id" BIGINT,
    "organization_id" INTEGER,
    "part" TEXT,
    "transaction" BIGINT,

    CONSTRAINT "unsequenced_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequenced_change" (
    "stream" "change_stream" NOT NULL,
    "position" BIGINT NOT NULL,
    "token" INTEGER NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "audit_entry_id" BIGINT,
    "organization_id" INTEGER,
    "parts" TEXT,

    CONSTRAINT "sequenced_change_pkey" PRIMARY KEY ("stream","position")
);

-- CreateIndex
CREATE INDEX "orders_updated_at_id_idx" ON "orders"("updated_at", "id");

-- Products that one transaction changes several times are one change.
CREATE UNIQUE INDEX "unsequenced_change_parts_idx" ON "unsequenced_change" ("transaction", "subject_id", "part")
  WHERE part IS NOT NULL;

-- Random, so that a cursor of another installation is recognized before the first change.
CREATE FUNCTION change_token() RETURNS integer LANGUAGE sql VOLATILE AS $$ SELECT (random() * 4294967295 - 2147483648)::integer $$;
INSERT INTO "change_feed" ("stream", "floor_token") VALUES ('orders', change_token()), ('catalogue', change_token());

-- Gives the visible changes their positions, in the order in which they were written; at most so many at a time. A transaction
-- that is still open delays its own changes alone: they get later positions. Readers see a position only with all lower ones, because
-- only one transaction at a time assigns positions.
CREATE FUNCTION sequence_changes(most integer) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE sequenced integer;
BEGIN
  -- A standby only reads.
  IF pg_is_in_recovery() OR NOT EXISTS (SELECT FROM unsequenced_change) THEN RETURN 0; END IF;
  -- A statement of its own: the next one sees what was committed before this lock was granted.
  PERFORM FROM change_feed ORDER BY stream FOR UPDATE;
  WITH taken AS (
    DELETE FROM unsequenced_change WHERE id IN (SELECT id FROM unsequenced_change ORDER BY id LIMIT most) RETURNING *
  ), merged AS (
    SELECT stream, subject_id, min(id) AS id, max(at) AS at, max(audit_entry_id) AS audit_entry_id,
      max(organization_id) AS organization_id, string_agg(part, ',' ORDER BY id) AS parts
    FROM taken GROUP BY stream, subject_id, coalesce(transaction, -id)
  ), placed AS (
    INSERT INTO sequenced_change (stream, position, token, subject_id, at, audit_entry_id, organization_id, parts)
    SELECT stream, f.last_position + row_number() OVER (PARTITION BY stream ORDER BY m.id), change_token(), m.subject_id, m.at,
      m.audit_entry_id, m.organization_id, m.parts
    FROM merged m JOIN change_feed f USING (stream)
    RETURNING stream, position
  ), moved AS (
    UPDATE change_feed f SET last_position = p.position
    FROM (SELECT stream, max(position) AS position FROM placed GROUP BY stream) p WHERE f.stream = p.stream
  )
  SELECT count(*) INTO sequenced FROM taken;
  RETURN sequenced;
END $$;

-- Wakes readers of the stream in all processes when the transaction commits.
CREATE FUNCTION unsequenced_change_announced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', stream::text) FROM (SELECT DISTINCT stream FROM written) w;
  RETURN NULL;
END $$;
CREATE TRIGGER "unsequenced_change_announced" AFTER INSERT ON "unsequenced_change" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION unsequenced_change_announced();

-- Every recorded change of an order is a change of the feed. A line about anything else names the author of the changes that its
-- transaction made to products before.
CREATE FUNCTION audit_entry_followed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unsequenced_change (stream, subject_id, at, audit_entry_id)
  SELECT 'orders', entity_id, at, id FROM written
  WHERE entity = 'order' AND (starts_with(action, 'order.') OR starts_with(action, 'tags.')) ORDER BY id;
  IF NOT FOUND THEN
    UPDATE unsequenced_change c SET audit_entry_id = w.id, at = w.at
    FROM (SELECT id, at FROM written ORDER BY id LIMIT 1) w
    WHERE c.transaction = pg_current_xact_id()::text::bigint AND c.part IS NOT NULL AND c.audit_entry_id IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "audit_entry_followed" AFTER INSERT ON "audit_entry" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_followed();

-- A change of a part of products. Arguments: the part, the product's id, and joins of the written rows (`w`) that lead to it.
CREATE FUNCTION catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO unsequenced_change (stream, subject_id, at, organization_id, part, transaction)
     SELECT ''catalogue'', p.id, now(), p.organization_id, $1, pg_current_xact_id()::text::bigint
     FROM product p WHERE p.id IN (SELECT %s FROM written w %s) ORDER BY p.id ON CONFLICT DO NOTHING', TG_ARGV[1], TG_ARGV[2])
  USING TG_ARGV[0];
  RETURN NULL;
END $$;
CREATE FUNCTION product_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unsequenced_change (stream, subject_id, at, organization_id, part, transaction)
  SELECT 'catalogue', id, now(), organization_id, 'deleted', pg_current_xact_id()::text::bigint
  FROM written ORDER BY id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "product_followed_made" AFTER INSERT ON "product" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed('created', 'w.id', '');
CREATE TRIGGER "product_followed_changed" AFTER UPDATE ON "product" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed('product', 'w.id', '');
CREATE TRIGGER "product_followed_gone" AFTER DELETE ON "product" REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION product_deleted();

DO $$
DECLARE
  level CONSTANT text := 'JOIN service_level l ON l.id = w.service_level_id';
  rate CONSTANT text := 'JOIN rate r ON r.id = w.rate_id JOIN service_level l ON l.id = r.service_level_id';
  pickup CONSTANT text := 'JOIN pickup_options o ON o.id = w.pickup_options_id JOIN service_level l ON l.id = o.service_level_id';
  followed record;
BEGIN
  FOR followed IN SELECT * FROM (VALUES
    ('product_currency', 'product', 'w.product_id', ''),
    ('product_point', 'product', 'w.product_id', ''),
    ('product_category', 'product', 'w.product_id', ''),
    ('product_image', 'product', 'w.product_id', ''),
    ('product_video', 'product', 'w.product_id', ''),
    ('role_product', 'roles', 'w.product_id', ''),
    ('service_level', 'serviceLevels', 'w.product_id', ''),
    ('price_category', 'priceCategories', 'l.product_id', level),
    ('pickup_options', 'pickups', 'l.product_id', level),
    ('pickup_place', 'pickups', 'l.product_id', pickup),
    ('pickup_time', 'pickups', 'l.product_id', pickup),
    ('rate', 'rates', 'l.product_id', level),
    ('rate_category', 'rates', 'l.product_id', rate),
    ('rate_price', 'rates', 'l.product_id', rate),
    ('cancellation_penalty', 'rates', 'l.product_id', rate),
    ('schedule', 'schedules', 'l.product_id', level),
    ('availability', 'departures', 'l.product_id', level)
  ) AS list (name, part, product, joins)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed(%L, %L, %L)',
      followed.name || '_followed_made', followed.name, followed.part, followed.product, followed.joins);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed(%L, %L, %L)',
      followed.name || '_followed_gone', followed.name, followed.part, followed.product, followed.joins);
    -- Each booking updates its departures.
    CONTINUE WHEN followed.name = 'availability';
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed(%L, %L, %L)',
      followed.name || '_followed_changed', followed.name, followed.part, followed.product, followed.joins);
  END LOOP;
END $$;

-- Only for other columns than the count of booked places: transition tables cannot be limited to columns, a row's trigger can.
CREATE FUNCTION availability_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unsequenced_change (stream, subject_id, at, organization_id, part, transaction)
  SELECT 'catalogue', p.id, now(), p.organization_id, 'departures', pg_current_xact_id()::text::bigint
  FROM service_level l JOIN product p ON p.id = l.product_id WHERE l.id = NEW.service_level_id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "availability_followed_changed"
  AFTER UPDATE OF service_level_id, date, start_time, end_time, capacity, expiration_date, expiration_minutes_after_booking
  ON "availability" FOR EACH ROW
  WHEN ((OLD.service_level_id, OLD.date, OLD.start_time, OLD.end_time, OLD.capacity, OLD.expiration_date, OLD.expiration_minutes_after_booking)
    IS DISTINCT FROM (NEW.service_level_id, NEW.date, NEW.start_time, NEW.end_time, NEW.capacity, NEW.expiration_date, NEW.expiration_minutes_after_booking))
  EXECUTE FUNCTION availability_changed();
