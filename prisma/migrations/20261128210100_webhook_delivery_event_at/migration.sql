-- The time of the event, by which events, deliveries and attempts are divided alike. Programs of the last release do not write it: their
-- rows have the default, as all rows from before, and lie in the first partition.
ALTER TABLE "webhook_delivery" ADD COLUMN "event_at" TIMESTAMPTZ(6) NOT NULL DEFAULT '1970-01-01T00:00:00Z'::timestamptz;
