-- without a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "webhook_attempt_number_key" ON "webhook_attempt" ("delivery_id", "number", "event_at");
