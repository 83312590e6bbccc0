-- AlterTable
ALTER TABLE "absence" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "order_note" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "organization" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "product" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "role" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "saved_view" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "user" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- Every change of a row raises its version, whoever writes it. Columns that the system keeps by itself (results of
-- deliveries, passwords) are no change, so that what was read stays expected.
CREATE FUNCTION raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER "absence_version" BEFORE UPDATE ON "absence" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "order_note_version" BEFORE UPDATE ON "order_note" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "organization_version" BEFORE UPDATE ON "organization" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "product_version" BEFORE UPDATE ON "product" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "role_version" BEFORE UPDATE ON "role" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "saved_view_version" BEFORE UPDATE ON "saved_view" FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "user_version" BEFORE UPDATE OF "version", "name", "email", "username", "disabled_at" ON "user"
  FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER "webhook_endpoint_version" BEFORE UPDATE OF "version", "owner_id", "url", "description", "secret",
  "concurrency", "rate_per_second", "disabled_at", "deleted_at" ON "webhook_endpoint"
  FOR EACH ROW EXECUTE FUNCTION raise_version();
