-- without a transaction
-- The primary key of the partition that the present table becomes: a key of a partitioned table has its columns, so also the time.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "webhook_event_id_created_at_key" ON "webhook_event" ("id", "created_at");
