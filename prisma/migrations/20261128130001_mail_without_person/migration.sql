-- A notice to the operator belongs to no person and no organization. A worker of the last release that gets such a mail fails,
-- and the queue tries again later.
ALTER TABLE "mail" ALTER COLUMN "organization_id" DROP NOT NULL,
  ALTER COLUMN "user_id" DROP NOT NULL,
  ADD COLUMN "notice_key" TEXT;
