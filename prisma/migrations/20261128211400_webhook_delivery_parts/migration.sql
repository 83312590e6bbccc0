-- Deliverys in partitions by the time of the event. No row is written or read: the present table becomes the first partition, by its
-- validated check, its new key and its indexes and foreign keys, which the new table has as well.
-- accepted backfill: changes no row, and only the catalogue; all locks are held for milliseconds, and none is waited for longer than a deadlock takes
DO $$
DECLARE
  bound timestamptz;
  name text;
  granted record;
BEGIN
  PERFORM set_config('TimeZone', 'UTC', true), set_config('lock_timeout', '500ms', true);
  -- In the order of the programs. Foreign keys lock what they reference.
  LOCK TABLE webhook_event, webhook_delivery IN ACCESS EXCLUSIVE MODE;
  LOCK TABLE webhook_endpoint IN SHARE ROW EXCLUSIVE MODE;
  SELECT (regexp_match(pg_get_constraintdef(oid), $re$'([^']+)'$re$))[1]::timestamptz INTO STRICT bound
  FROM pg_constraint WHERE conrelid = 'webhook_delivery'::regclass AND conname = 'webhook_delivery_until' AND convalidated;
  name := 'webhook_delivery_until_' || to_char(bound, 'YYYY_MM_DD');

  DROP TRIGGER webhook_delivery_deleted ON webhook_delivery;
  ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_repeat_of_id_fkey, DROP CONSTRAINT webhook_delivery_event_id_fkey,
    DROP CONSTRAINT webhook_delivery_pkey,
    ADD CONSTRAINT webhook_delivery_until_pkey PRIMARY KEY USING INDEX webhook_delivery_id_event_at_key;
  ALTER SEQUENCE webhook_delivery_id_seq OWNED BY NONE;
  ALTER TABLE webhook_delivery SET SCHEMA webhook_parts;
  EXECUTE format('ALTER TABLE webhook_parts.webhook_delivery RENAME TO %I', name);

  EXECUTE format('CREATE TABLE webhook_delivery (LIKE webhook_parts.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (event_at)', name);
  ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_until;
  ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id, event_at),
    ADD CONSTRAINT webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint (id)
      ON DELETE CASCADE ON UPDATE CASCADE;
  ALTER SEQUENCE webhook_delivery_id_seq OWNED BY webhook_delivery.id;
  CREATE INDEX webhook_delivery_event_id_idx ON webhook_delivery (event_id);
  CREATE INDEX webhook_delivery_endpoint_id_status_created_at_idx ON webhook_delivery (endpoint_id, status, created_at);
  CREATE INDEX webhook_delivery_order_id_idx ON webhook_delivery (order_id);
  CREATE INDEX webhook_delivery_waiting_idx ON webhook_delivery (endpoint_id, next_attempt_at, id)
    WHERE status = 'pending' AND queued_at IS NULL;
  CREATE INDEX webhook_delivery_queued_idx ON webhook_delivery (endpoint_id) WHERE status = 'pending' AND queued_at IS NOT NULL;
  CREATE INDEX webhook_delivery_line_idx ON webhook_delivery (endpoint_id, order_id, id) WHERE status = 'pending';
  CREATE TRIGGER webhook_delivery_deleted AFTER DELETE ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION webhook_delivery_deleted();
  CREATE TRIGGER webhook_event_deleted AFTER DELETE ON webhook_event FOR EACH ROW EXECUTE FUNCTION webhook_event_deleted();

  -- The programs of the last release go on before the migrator grants anything: the rights of the table are those of the former one.
  FOR granted IN
    SELECT acl.privilege_type AS privilege, CASE acl.grantee WHEN 0 THEN 'PUBLIC' ELSE acl.grantee::regrole::text END AS role
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) AS acl
    WHERE c.oid = format('webhook_parts.%I', name)::regclass AND acl.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON webhook_delivery TO %s', granted.privilege, granted.role);
  END LOOP;

  EXECUTE format('ALTER TABLE webhook_delivery ATTACH PARTITION webhook_parts.%I FOR VALUES FROM (MINVALUE) TO (%L)', name, bound);
  EXECUTE format('ALTER TABLE webhook_parts.%I DROP CONSTRAINT webhook_delivery_until', name);
  CREATE TABLE webhook_parts.webhook_delivery_default PARTITION OF webhook_delivery DEFAULT;
END $$;
