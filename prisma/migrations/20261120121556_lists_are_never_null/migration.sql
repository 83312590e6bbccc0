-- A list that nobody set is empty: null weekdays would hold on no day instead of on every day.
UPDATE "product" SET highlights = coalesce(highlights, '{}'), labels = coalesce(labels, '{}')
  WHERE highlights IS NULL OR labels IS NULL;
UPDATE "rate" SET weekdays = '{}' WHERE weekdays IS NULL;
UPDATE "schedule" SET weekdays = '{}' WHERE weekdays IS NULL;
UPDATE "orders" SET viewers = '{}' WHERE viewers IS NULL;

ALTER TABLE "product" ALTER COLUMN "highlights" SET DEFAULT ARRAY[]::TEXT[], ALTER COLUMN "highlights" SET NOT NULL,
  ALTER COLUMN "labels" SET DEFAULT ARRAY[]::TEXT[], ALTER COLUMN "labels" SET NOT NULL;
ALTER TABLE "rate" ALTER COLUMN "weekdays" SET DEFAULT ARRAY[]::INTEGER[], ALTER COLUMN "weekdays" SET NOT NULL;
ALTER TABLE "schedule" ALTER COLUMN "weekdays" SET DEFAULT ARRAY[]::INTEGER[], ALTER COLUMN "weekdays" SET NOT NULL;
ALTER TABLE "orders" ALTER COLUMN "viewers" SET NOT NULL;

-- It went with the column that the first migration made anew.
CREATE INDEX "tag_organization_id_value_text_idx" ON "tag" ("organization_id", "value_text");
