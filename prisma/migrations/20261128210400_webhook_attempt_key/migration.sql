-- without a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "webhook_attempt_id_event_at_key" ON "webhook_attempt" ("id", "event_at");
