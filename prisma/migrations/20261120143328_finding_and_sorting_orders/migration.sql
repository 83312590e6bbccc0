-- AlterTable: `created_at` in milliseconds as `booked_at` is, for lists are continued behind a moment that programs read so.
ALTER TABLE "orders" ADD COLUMN     "leader_sort" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "product_sort" TEXT NOT NULL DEFAULT '',
ALTER COLUMN "created_at" SET DATA TYPE TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "order_words" (
    "order_id" INTEGER NOT NULL,
    "words" TEXT NOT NULL,

    CONSTRAINT "order_words_pkey" PRIMARY KEY ("order_id")
);

-- CreateIndex
CREATE INDEX "orders_leader_sort_id_idx" ON "orders"("leader_sort", "id");

-- CreateIndex
CREATE INDEX "orders_product_sort_id_idx" ON "orders"("product_sort", "id");

-- CreateIndex
CREATE INDEX "orders_total_sold_id_idx" ON "orders"("total_sold", "id");

-- AddForeignKey
ALTER TABLE "order_words" ADD CONSTRAINT "order_words_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- Lists that end with what has no value.
create index "orders_starts_latest_idx" ON "orders" ("starts_at_local" DESC NULLS LAST, "id" DESC);
create index "orders_total_highest_idx" ON "orders" ("total_sold" DESC NULLS LAST, "id" DESC);

-- A text as quick search compares it: small letters without accents, one blank where there was anything but letters and
-- digits. The core has the same function; a test compares them.
CREATE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g')),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'))
$$;

-- Writes anew what orders are found and sorted by. The orders are new, or locked by whoever changes them.
CREATE FUNCTION refresh_order_words(ids integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_words (order_id, words)
  SELECT o.id, ' ' || search_form(concat_ws(' ', o.id, o.reference_code,
    (SELECT string_agg(concat_ws(' ', p.full_name, CASE WHEN p.is_leader THEN p.email END), ' ' ORDER BY p.position, p.id)
      FROM passenger p WHERE p.order_id = o.id),
    (SELECT string_agg(t.value_text, ' ' ORDER BY t.id) FROM tag t WHERE t.order_id = o.id)))
  FROM orders o WHERE o.id = ANY (ids) ORDER BY o.id
  ON CONFLICT (order_id) DO UPDATE SET words = excluded.words WHERE order_words.words <> excluded.words;
$$;

CREATE FUNCTION order_words_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_order_words(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER "orders_words_made" AFTER INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION order_words_of_order();
CREATE TRIGGER "orders_words_changed" AFTER UPDATE OF reference_code ON "orders" FOR EACH ROW
  WHEN (NEW.reference_code IS DISTINCT FROM OLD.reference_code) EXECUTE FUNCTION order_words_of_order();

CREATE FUNCTION order_product_sort() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.product_sort := left(coalesce(NEW.booked_details #>> '{product,title}', ''), 100);
  RETURN NEW;
END $$;
CREATE TRIGGER "orders_product_sort" BEFORE INSERT OR UPDATE OF booked_details, product_sort ON "orders"
  FOR EACH ROW EXECUTE FUNCTION order_product_sort();

-- Once a statement, however many rows it writes.
CREATE FUNCTION order_words_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[] := (SELECT array_agg(DISTINCT order_id) FROM written WHERE order_id IS NOT NULL);
BEGIN
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_order_words(ids);
  IF TG_TABLE_NAME = 'passenger' THEN
    UPDATE orders o SET leader_sort = leader.name
    FROM unnest(ids) AS touched (id)
    LEFT JOIN passenger p ON p.order_id = touched.id AND p.is_leader
    CROSS JOIN LATERAL (SELECT left(coalesce(p.full_name, ''), 100) AS name) leader
    WHERE o.id = touched.id AND o.leader_sort <> leader.name;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "passenger_words_made" AFTER INSERT ON "passenger" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION order_words_of_rows();
CREATE TRIGGER "passenger_words_changed" AFTER UPDATE ON "passenger" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION order_words_of_rows();
CREATE TRIGGER "passenger_words_gone" AFTER DELETE ON "passenger" REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION order_words_of_rows();
CREATE TRIGGER "tag_words_made" AFTER INSERT ON "tag" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION order_words_of_rows();
CREATE TRIGGER "tag_words_changed" AFTER UPDATE ON "tag" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION order_words_of_rows();
CREATE TRIGGER "tag_words_gone" AFTER DELETE ON "tag" REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION order_words_of_rows();

-- Orders that exist already.
SELECT refresh_order_words(ARRAY(SELECT id FROM orders));
UPDATE orders o SET product_sort = '', leader_sort = left(coalesce(
  (SELECT p.full_name FROM passenger p WHERE p.order_id = o.id AND p.is_leader), ''), 100);
-- Without a list of pending entries: whoever searches should not pay for who wrote.
create index "order_words_trgm_idx" ON "order_words" USING gin (words gin_trgm_ops) WITH (fastupdate = off);
