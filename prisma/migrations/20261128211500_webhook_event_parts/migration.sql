-- Events in partitions by the time of the event. No row is written or read: the present table becomes the first partition, by its
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
  LOCK TABLE organization, "user", orders IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE webhook_event IN ACCESS EXCLUSIVE MODE;
  SELECT (regexp_match(pg_get_constraintdef(oid), $re$'([^']+)'$re$))[1]::timestamptz INTO STRICT bound
  FROM pg_constraint WHERE conrelid = 'webhook_event'::regclass AND conname = 'webhook_event_until' AND convalidated;
  name := 'webhook_event_until_' || to_char(bound, 'YYYY_MM_DD');

  DROP TRIGGER webhook_event_deleted ON webhook_event;
  ALTER TABLE webhook_event DROP CONSTRAINT webhook_event_pkey,
    ADD CONSTRAINT webhook_event_until_pkey PRIMARY KEY USING INDEX webhook_event_id_created_at_key;
  ALTER TABLE webhook_event SET SCHEMA webhook_parts;
  EXECUTE format('ALTER TABLE webhook_parts.webhook_event RENAME TO %I', name);

  EXECUTE format('CREATE TABLE webhook_event (LIKE webhook_parts.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (created_at)', name);
  ALTER TABLE webhook_event DROP CONSTRAINT webhook_event_until;
  ALTER TABLE webhook_event ADD CONSTRAINT webhook_event_pkey PRIMARY KEY (id, created_at),
    ADD CONSTRAINT webhook_event_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization (id)
      ON DELETE RESTRICT ON UPDATE CASCADE,
    ADD CONSTRAINT webhook_event_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE RESTRICT ON UPDATE CASCADE,
    ADD CONSTRAINT webhook_event_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES "user" (id) ON DELETE SET NULL ON UPDATE CASCADE;
  CREATE INDEX webhook_event_order_id_sequence_idx ON webhook_event (order_id, sequence);
  CREATE INDEX webhook_event_organization_id_created_at_idx ON webhook_event (organization_id, created_at);
  CREATE INDEX webhook_event_created_at_idx ON webhook_event (created_at);
  CREATE INDEX webhook_event_unmatched_idx ON webhook_event (order_id, sequence) WHERE matched_at IS NULL;
  CREATE TRIGGER webhook_event_deleted AFTER DELETE ON webhook_event FOR EACH ROW EXECUTE FUNCTION webhook_event_deleted();

  -- The programs of the last release go on before the migrator grants anything: the rights of the table are those of the former one.
  FOR granted IN
    SELECT acl.privilege_type AS privilege, CASE acl.grantee WHEN 0 THEN 'PUBLIC' ELSE acl.grantee::regrole::text END AS role
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) AS acl
    WHERE c.oid = format('webhook_parts.%I', name)::regclass AND acl.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON webhook_event TO %s', granted.privilege, granted.role);
  END LOOP;

  EXECUTE format('ALTER TABLE webhook_event ATTACH PARTITION webhook_parts.%I FOR VALUES FROM (MINVALUE) TO (%L)', name, bound);
  EXECUTE format('ALTER TABLE webhook_parts.%I DROP CONSTRAINT webhook_event_until', name);
  CREATE TABLE webhook_parts.webhook_event_default PARTITION OF webhook_event DEFAULT;
  -- One event for each change of an order, in each partition: a unique index of all of them would need the time.
  CREATE UNIQUE INDEX webhook_event_default_change_key ON webhook_parts.webhook_event_default (order_id, sequence) WHERE NOT is_test;
END $$;
