-- A filter names many tags at once, each by a text that may be read in many ways. Tag by tag that was a join for each of them,
-- with a condition for each reading; by the set of a thing it is one comparison of one row, whatever was asked.

-- DropIndex
DROP INDEX "tag_value_start_organization_id_idx";

-- DropStatistics
DROP STATISTICS "tag_values";

-- AlterTable
ALTER TABLE "tag" DROP COLUMN "value_start";

-- CreateTable
CREATE TABLE "tag_set" (
    "id" SERIAL NOT NULL,
    "names" BIGINT[] NOT NULL,
    "city_id" INTEGER,
    "order_id" INTEGER,
    "product_id" INTEGER,
    "user_id" INTEGER,

    CONSTRAINT "tag_set_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tag_set_city_id_key" ON "tag_set"("city_id");

-- CreateIndex
CREATE UNIQUE INDEX "tag_set_order_id_key" ON "tag_set"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "tag_set_product_id_key" ON "tag_set"("product_id");

-- CreateIndex
CREATE UNIQUE INDEX "tag_set_user_id_key" ON "tag_set"("user_id");

-- CreateIndex
CREATE INDEX "tag_set_names_idx" ON "tag_set" USING GIN ("names") WITH (fastupdate = off);

-- AddForeignKey
ALTER TABLE "tag_set" ADD CONSTRAINT "tag_set_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag_set" ADD CONSTRAINT "tag_set_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag_set" ADD CONSTRAINT "tag_set_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag_set" ADD CONSTRAINT "tag_set_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- A number for a name of a tag, short enough for an index however long the tag is. The core has the same function; a test
-- compares them. The kinds: `v` a value, `t` key:value as one text, `k` a key, `p` a key (behind its length) with a value.
CREATE FUNCTION tag_name(organization_id integer, kind text, content text) RETURNS bigint LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT ('x' || encode(substr(sha256(convert_to(organization_id || ':' || kind || ':' || content, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
$$;

-- Writes anew the sets of these things, which are new, or locked by whoever changes their tags.
CREATE FUNCTION refresh_tag_sets(cities integer[], orders integer[], products integer[], users integer[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM tag_set WHERE city_id = ANY (cities) OR order_id = ANY (orders) OR product_id = ANY (products) OR user_id = ANY (users);
  INSERT INTO tag_set (city_id, order_id, product_id, user_id, names)
  SELECT t.city_id, t.order_id, t.product_id, t.user_id, array_agg(DISTINCT named.name)
  FROM tag t CROSS JOIN LATERAL (VALUES
    (tag_name(t.organization_id, 'v', t.value_text)),
    (tag_name(t.organization_id, 't', t.key || ':' || t.value_text)),
    (tag_name(t.organization_id, 'k', t.key)),
    (tag_name(t.organization_id, 'p', char_length(t.key) || ':' || t.key || ':' || t.value_text))) named (name)
  WHERE t.city_id = ANY (cities) OR t.order_id = ANY (orders) OR t.product_id = ANY (products) OR t.user_id = ANY (users)
  GROUP BY 1, 2, 3, 4;
$$;

-- Once a statement, however many rows it writes.
CREATE FUNCTION tag_sets_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_tag_sets(
    array_agg(DISTINCT city_id) FILTER (WHERE city_id IS NOT NULL), array_agg(DISTINCT order_id) FILTER (WHERE order_id IS NOT NULL),
    array_agg(DISTINCT product_id) FILTER (WHERE product_id IS NOT NULL), array_agg(DISTINCT user_id) FILTER (WHERE user_id IS NOT NULL))
  FROM written HAVING count(coalesce(city_id, order_id, product_id, user_id)) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "tag_sets_made" AFTER INSERT ON "tag" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tag_sets_of_rows();
CREATE TRIGGER "tag_sets_changed" AFTER UPDATE ON "tag" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tag_sets_of_rows();
CREATE TRIGGER "tag_sets_gone" AFTER DELETE ON "tag" REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tag_sets_of_rows();

-- Things that have tags already.
SELECT refresh_tag_sets(ARRAY(SELECT id FROM city), ARRAY(SELECT id FROM orders), ARRAY(SELECT id FROM product), ARRAY(SELECT id FROM "user"));
