-- Many tags have the same few values, which a hash index chains one behind the other: each further tag walked the whole
-- chain. The beginning of a value fits into an entry of an ordered index, however long the value is.
DROP INDEX "tag_value_text_idx";
ALTER TABLE "tag" ADD COLUMN "value_start" text GENERATED ALWAYS AS (left(value #>> '{}', 100)) STORED NOT NULL;
CREATE INDEX "tag_value_start_organization_id_idx" ON "tag" ("value_start", "organization_id");
