-- without a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "webhook_delivery_id_event_at_key" ON "webhook_delivery" ("id", "event_at");
