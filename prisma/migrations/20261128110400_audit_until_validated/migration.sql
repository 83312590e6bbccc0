ALTER TABLE "audit_entry" VALIDATE CONSTRAINT "audit_entry_until";
