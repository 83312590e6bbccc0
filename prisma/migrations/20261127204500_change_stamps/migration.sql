-- CreateTable
CREATE TABLE "change_stamp" (
    "name" TEXT NOT NULL,
    "subject" INTEGER NOT NULL DEFAULT 0,
    "transaction" BIGINT NOT NULL,
    "value" DECIMAL(40,0) NOT NULL,

    CONSTRAINT "change_stamp_pkey" PRIMARY KEY ("name","subject","transaction")
);

-- What Prisma's schema language cannot say.

-- The table is small and often changed.
ALTER TABLE "change_stamp" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200, autovacuum_analyze_threshold = 200);

-- A random number for each transaction that writes a table: the sum of those that a snapshot sees identifies the state of the
-- table. Each transaction inserts a row of its own, so that no writer waits for another.
CREATE FUNCTION add_change_stamp(stamped text, of_subject integer) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO change_stamp AS s (name, subject, transaction, value)
  VALUES (stamped, of_subject, pg_current_xact_id()::text::bigint, floor(random() * 1e18))
  -- A database that was restored from a dump counts transactions anew, and may have a stamp of this number.
  ON CONFLICT (name, subject, transaction) DO UPDATE SET value = s.value + excluded.value
  WHERE s.xmin <> pg_current_xact_id()::xid
$$;

CREATE FUNCTION stamp_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_change_stamp(TG_TABLE_NAME, 0);
  RETURN NULL;
END $$;

DO $$
DECLARE
  stamped text;
BEGIN
  FOREACH stamped IN ARRAY ARRAY[
    'cancellation_penalty', 'category', 'city', 'client', 'country', 'currency', 'departure_rate', 'language', 'media', 'organization',
    'organization_language', 'permission', 'pickup_options', 'pickup_place', 'pickup_time', 'price_category', 'product', 'product_category',
    'product_currency', 'product_image', 'product_point', 'product_video', 'rate', 'rate_category', 'rate_price', 'role', 'role_city',
    'role_permission', 'role_product', 'service_level', 'supplier', 'supplier_permission', 'user', 'user_role', 'client_member'
  ]
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION stamp_change()',
      stamped || '_stamped', stamped);
  END LOOP;
END $$;

-- A point is shown where another row names it, and bookings add points: a new one changes no answer.
CREATE TRIGGER "point_stamped" AFTER UPDATE OR DELETE OR TRUNCATE ON "point" FOR EACH STATEMENT EXECUTE FUNCTION stamp_change();

-- Tags of orders belong to the version of their order. Those of suppliers, clients and roles are shown to all who see what
-- they are on; all others only to their organization, for which they are stamped.
CREATE FUNCTION tag_subject(
  organization_id integer, order_id integer, booking_id integer, transfer_id integer, supplier_id integer, client_id integer, role_id integer
) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN coalesce(order_id, booking_id, transfer_id) IS NOT NULL THEN NULL
    WHEN coalesce(supplier_id, client_id, role_id) IS NOT NULL THEN 0
    ELSE organization_id
  END
$$;

CREATE FUNCTION stamp_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_change_stamp('tag', w.subject) FROM (
    SELECT DISTINCT tag_subject(organization_id, order_id, booking_id, transfer_id, supplier_id, client_id, role_id) AS subject FROM written
  ) w WHERE w.subject IS NOT NULL;
  RETURN NULL;
END $$;

-- Departures are stamped for their product: each booking changes the places of one.
CREATE FUNCTION stamp_departures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_change_stamp('availability', p.product_id) FROM (
    SELECT DISTINCT l.product_id FROM service_level l WHERE l.id IN (SELECT w.service_level_id FROM written w)
  ) p;
  RETURN NULL;
END $$;

DO $$
DECLARE
  stamped record;
BEGIN
  FOR stamped IN SELECT * FROM (VALUES ('tag', 'stamp_tags'), ('availability', 'stamp_departures')) AS list (name, stamps)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      stamped.name || '_stamped_made', stamped.name, stamped.stamps);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      stamped.name || '_stamped_changed', stamped.name, stamped.stamps);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      stamped.name || '_stamped_gone', stamped.name, stamped.stamps);
  END LOOP;
END $$;

-- A row that goes to another subject also changes the answers about its former one.
CREATE FUNCTION stamp_former_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_change_stamp('tag', w.subject) FROM (
    SELECT tag_subject(OLD.organization_id, OLD.order_id, OLD.booking_id, OLD.transfer_id, OLD.supplier_id, OLD.client_id, OLD.role_id) AS subject
  ) w WHERE w.subject IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "tag_stamped_moved"
  AFTER UPDATE OF organization_id, order_id, booking_id, transfer_id, supplier_id, client_id, role_id ON "tag" FOR EACH ROW
  WHEN ((OLD.organization_id, OLD.order_id, OLD.booking_id, OLD.transfer_id, OLD.supplier_id, OLD.client_id, OLD.role_id)
    IS DISTINCT FROM (NEW.organization_id, NEW.order_id, NEW.booking_id, NEW.transfer_id, NEW.supplier_id, NEW.client_id, NEW.role_id))
  EXECUTE FUNCTION stamp_former_tags();

CREATE FUNCTION stamp_former_departures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_change_stamp('availability', product_id) FROM service_level WHERE id = OLD.service_level_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "availability_stamped_moved" AFTER UPDATE OF service_level_id ON "availability" FOR EACH ROW
  WHEN (OLD.service_level_id <> NEW.service_level_id) EXECUTE FUNCTION stamp_former_departures();

-- Orders are stamped for each of their viewers, present and former, such as `orders of r` for a role: while nothing is stamped for
-- a caller, the caller's lists of orders are unchanged.
CREATE FUNCTION stamp_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_change_stamp('orders of ' || left(viewer, 1), substr(viewer, 2)::integer)
  FROM (SELECT DISTINCT unnest(viewers) AS viewer FROM written) w;
  RETURN NULL;
END $$;
CREATE TRIGGER "orders_stamped_made" AFTER INSERT ON "orders" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_orders();
CREATE TRIGGER "orders_stamped_former" AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_orders();
CREATE TRIGGER "orders_stamped_changed" AFTER UPDATE ON "orders" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_orders();
CREATE TRIGGER "orders_stamped_gone" AFTER DELETE ON "orders" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_orders();

-- Without rows there are no subjects: all of them are stamped.
CREATE FUNCTION stamp_all_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_change_stamp('tag', s.subject) FROM (SELECT 0 AS subject UNION SELECT id FROM organization) s;
  RETURN NULL;
END $$;
CREATE TRIGGER "tag_stamped_truncated" AFTER TRUNCATE ON "tag" FOR EACH STATEMENT EXECUTE FUNCTION stamp_all_tags();

CREATE FUNCTION stamp_all_departures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_change_stamp('availability', id) FROM product;
  RETURN NULL;
END $$;
CREATE TRIGGER "availability_stamped_truncated" AFTER TRUNCATE ON "availability" FOR EACH STATEMENT EXECUTE FUNCTION stamp_all_departures();

CREATE FUNCTION stamp_all_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_change_stamp(s.name, s.subject)
  FROM (SELECT DISTINCT name, subject FROM change_stamp WHERE starts_with(name, 'orders of ')) s;
  RETURN NULL;
END $$;
CREATE TRIGGER "orders_stamped_truncated" AFTER TRUNCATE ON "orders" FOR EACH STATEMENT EXECUTE FUNCTION stamp_all_orders();

-- Adds the stamps of finished transactions up, at most so many at a time. The sums stay the same.
CREATE FUNCTION fold_change_stamps(most integer) RETURNS integer LANGUAGE sql VOLATILE AS $$
  WITH single AS (
    DELETE FROM change_stamp WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM change_stamp WHERE transaction > 0 LIMIT most FOR UPDATE SKIP LOCKED)) RETURNING name, subject, value
  ), folded AS (
    INSERT INTO change_stamp AS s (name, subject, transaction, value)
    SELECT name, subject, 0, sum(value) FROM single GROUP BY name, subject
    ON CONFLICT (name, subject, transaction) DO UPDATE SET value = s.value + excluded.value
  )
  SELECT count(*)::integer FROM single;
$$;
