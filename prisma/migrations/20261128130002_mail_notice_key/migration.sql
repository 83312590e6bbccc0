-- without a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "mail_notice_key_key" ON "mail"("notice_key");
