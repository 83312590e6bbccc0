-- Attempts in partitions by the time of the event. No row is written or read: the present table becomes the first partition, by its
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
  LOCK TABLE webhook_attempt, webhook_delivery IN ACCESS EXCLUSIVE MODE;
  SELECT (regexp_match(pg_get_constraintdef(oid), $re$'([^']+)'$re$))[1]::timestamptz INTO STRICT bound
  FROM pg_constraint WHERE conrelid = 'webhook_attempt'::regclass AND conname = 'webhook_attempt_until' AND convalidated;
  name := 'webhook_attempt_until_' || to_char(bound, 'YYYY_MM_DD');

  DROP INDEX webhook_attempt_delivery_id_number_key;
  ALTER TABLE webhook_attempt DROP CONSTRAINT webhook_attempt_delivery_id_fkey, DROP CONSTRAINT webhook_attempt_pkey,
    ADD CONSTRAINT webhook_attempt_until_pkey PRIMARY KEY USING INDEX webhook_attempt_id_event_at_key;
  ALTER SEQUENCE webhook_attempt_id_seq OWNED BY NONE;
  ALTER TABLE webhook_attempt SET SCHEMA webhook_parts;
  EXECUTE format('ALTER TABLE webhook_parts.webhook_attempt RENAME TO %I', name);

  EXECUTE format('CREATE TABLE webhook_attempt (LIKE webhook_parts.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (event_at)', name);
  ALTER TABLE webhook_attempt DROP CONSTRAINT webhook_attempt_until;
  ALTER TABLE webhook_attempt ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (id, event_at);
  ALTER SEQUENCE webhook_attempt_id_seq OWNED BY webhook_attempt.id;
  CREATE UNIQUE INDEX webhook_attempt_delivery_id_number_event_at_key ON webhook_attempt (delivery_id, number, event_at);
  CREATE TRIGGER webhook_delivery_deleted AFTER DELETE ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION webhook_delivery_deleted();

  -- The programs of the last release go on before the migrator grants anything: the rights of the table are those of the former one.
  FOR granted IN
    SELECT acl.privilege_type AS privilege, CASE acl.grantee WHEN 0 THEN 'PUBLIC' ELSE acl.grantee::regrole::text END AS role
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) AS acl
    WHERE c.oid = format('webhook_parts.%I', name)::regclass AND acl.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON webhook_attempt TO %s', granted.privilege, granted.role);
  END LOOP;

  EXECUTE format('ALTER TABLE webhook_attempt ATTACH PARTITION webhook_parts.%I FOR VALUES FROM (MINVALUE) TO (%L)', name, bound);
  EXECUTE format('ALTER TABLE webhook_parts.%I DROP CONSTRAINT webhook_attempt_until', name);
  CREATE TABLE webhook_parts.webhook_attempt_default PARTITION OF webhook_attempt DEFAULT;
END $$;
