-- Tags are looked for by equal values alone; a value may be longer than an entry of an ordered index.
DROP INDEX "tag_organization_id_value_text_idx";
CREATE INDEX "tag_value_text_idx" ON "tag" USING HASH ("value_text");
