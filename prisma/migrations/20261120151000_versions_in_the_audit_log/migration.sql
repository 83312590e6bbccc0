-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN     "version" INTEGER;

-- Lines about an order know its version after the change: they are written behind it, in its transaction.
CREATE FUNCTION audit_entry_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := (SELECT version FROM orders WHERE id = NEW.entity_id);
  RETURN NEW;
END $$;
CREATE TRIGGER "audit_entry_version" BEFORE INSERT ON "audit_entry" FOR EACH ROW WHEN (NEW.entity = 'order')
  EXECUTE FUNCTION audit_entry_version();
