-- without a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mail_state_created_at_idx" ON "mail"("state", "created_at");
