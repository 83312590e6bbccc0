-- The way by which a change came in has one name everywhere.
ALTER TYPE "door" RENAME TO "channel";
ALTER TABLE "audit_entry" RENAME COLUMN "door" TO "channel";
