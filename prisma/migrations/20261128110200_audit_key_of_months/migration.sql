-- without a transaction
-- The primary key of the partition that the present table becomes: a key of a partitioned table has its columns, so also the time.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "audit_entry_id_at_key" ON "audit_entry" ("id", "at");
