-- The audit log in partitions by month. No row is written or read: the present table becomes the first partition, by its validated
-- check, its new key and its indexes and foreign keys, which the new table has as well.
-- accepted unknown: a new schema blocks nobody
CREATE SCHEMA "audit_months";
-- accepted unknown: a new schema blocks nobody
CREATE SCHEMA "audit_archive";

-- The partitions of the audit log and their bounds, in UTC; without bounds, the one for entries outside of all others.
CREATE FUNCTION audit_months() RETURNS TABLE (name text, starts_at timestamptz, ends_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.relname::text, (regexp_match(bounds, $re$FROM \('([^']+)'\)$re$))[1]::timestamptz,
    (regexp_match(bounds, $re$TO \('([^']+)'\)$re$))[1]::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) AS bounds
  WHERE i.inhparent = 'public.audit_entry'::regclass
$$;

-- Creates the partitions of the months that begin before a time, at most two years ahead. A month whose entries are in the default
-- partition already stays there. Waits for locks no longer than a second; call it again.
CREATE FUNCTION create_audit_months(until timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET "TimeZone" = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  bound timestamptz := least(until, now() + interval '2 years');
  month timestamptz;
  name text;
  created int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock('public.audit_entry'::regclass::oid::bigint);
  SELECT coalesce(max(ends_at), date_trunc('month', now())) INTO month FROM public.audit_months();
  WHILE month < bound LOOP
    name := 'audit_entry_' || to_char(month, 'YYYY_MM');
    BEGIN
      EXECUTE format('CREATE TABLE audit_months.%I (LIKE public.audit_entry INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
      EXECUTE format('CREATE TRIGGER audit_entry_kept BEFORE TRUNCATE ON audit_months.%I
        FOR EACH STATEMENT EXECUTE FUNCTION public.audit_entry_is_final()', name);
      -- Unlike CREATE TABLE … PARTITION OF, this lets others read and write the log meanwhile.
      EXECUTE format('ALTER TABLE public.audit_entry ATTACH PARTITION audit_months.%I FOR VALUES FROM (%L) TO (%L)',
        name, month, month + interval '1 month');
      created := created + 1;
    EXCEPTION WHEN check_violation THEN NULL;
    END;
    month := month + interval '1 month';
  END LOOP;
  RETURN created;
END $$;

-- Moves partitions whose months ended before a time into the schema audit_archive, the oldest first, a year of them at most, and
-- returns their names. The present and the last month stay. It waits 100 ms for a lock, as others wait behind it; call it again.
CREATE FUNCTION detach_audit_months(before timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET "TimeZone" = 'UTC' SET lock_timeout = '100ms' AS $$
DECLARE
  bound timestamptz := date_trunc('month', now()) - interval '1 month';
  month text;
BEGIN
  FOR month IN
    SELECT m.name FROM public.audit_months() m WHERE m.ends_at <= before AND m.ends_at <= bound ORDER BY m.ends_at LIMIT 12
  LOOP
    BEGIN
      EXECUTE format('ALTER TABLE public.audit_entry DETACH PARTITION audit_months.%I', month);
      EXECUTE format('ALTER TABLE audit_months.%I SET SCHEMA audit_archive', month);
      EXECUTE format('CREATE TRIGGER audit_entry_final BEFORE UPDATE OR DELETE ON audit_archive.%I
        FOR EACH ROW EXECUTE FUNCTION public.audit_entry_is_final()', month);
    EXCEPTION WHEN lock_not_available THEN RETURN;
    END;
    RETURN NEXT month;
  END LOOP;
END $$;

-- accepted unknown: nobody uses the functions yet; the migrator grants them to the roles that may
REVOKE EXECUTE ON FUNCTION create_audit_months(timestamptz), detach_audit_months(timestamptz) FROM PUBLIC;

-- accepted backfill: changes no row, and only the catalogue; all locks are held for milliseconds, and none is waited for longer than a deadlock takes
DO $$
DECLARE
  bound timestamptz;
  name text;
  granted record;
BEGIN
  PERFORM set_config('TimeZone', 'UTC', true), set_config('lock_timeout', '500ms', true);
  -- In the order of the programs, which write the log last. Foreign keys lock what they reference.
  LOCK TABLE organization, "user", batch IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE audit_entry IN ACCESS EXCLUSIVE MODE;
  SELECT (regexp_match(pg_get_constraintdef(oid), $re$'([^']+)'$re$))[1]::timestamptz INTO STRICT bound
  FROM pg_constraint WHERE conrelid = 'audit_entry'::regclass AND conname = 'audit_entry_until' AND convalidated;
  name := 'audit_entry_until_' || to_char(bound, 'YYYY_MM');

  DROP TRIGGER audit_entry_version ON audit_entry;
  DROP TRIGGER audit_entry_final ON audit_entry;
  DROP TRIGGER audit_entry_followed ON audit_entry;
  ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_pkey,
    ADD CONSTRAINT audit_entry_until_pkey PRIMARY KEY USING INDEX audit_entry_id_at_key;
  ALTER SEQUENCE audit_entry_id_seq OWNED BY NONE;
  ALTER TABLE audit_entry SET SCHEMA audit_months;
  EXECUTE format('ALTER TABLE audit_months.audit_entry RENAME TO %I', name);

  CREATE TABLE audit_entry (
    id bigint NOT NULL DEFAULT nextval('audit_entry_id_seq'),
    at timestamptz(6) NOT NULL,
    organization_id int,
    actor_id int,
    channel channel NOT NULL,
    action text NOT NULL,
    entity text NOT NULL,
    entity_id int,
    before jsonb,
    after jsonb,
    request_id text,
    batch_id int,
    version int,
    address inet,
    CONSTRAINT audit_entry_pkey PRIMARY KEY (id, at),
    CONSTRAINT audit_entry_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization (id)
      ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT audit_entry_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES "user" (id) ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT audit_entry_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batch (id) ON DELETE SET NULL ON UPDATE CASCADE
  ) PARTITION BY RANGE (at);
  ALTER SEQUENCE audit_entry_id_seq OWNED BY audit_entry.id;
  CREATE INDEX audit_entry_entity_entity_id_id_idx ON audit_entry (entity, entity_id, id);
  CREATE INDEX audit_entry_organization_id_at_idx ON audit_entry (organization_id, at);
  CREATE INDEX audit_entry_actor_id_at_idx ON audit_entry (actor_id, at);
  CREATE INDEX audit_entry_batch_id_idx ON audit_entry (batch_id);
  CREATE TRIGGER audit_entry_version BEFORE INSERT ON audit_entry FOR EACH ROW WHEN (NEW.entity = 'order')
    EXECUTE FUNCTION audit_entry_version();
  CREATE TRIGGER audit_entry_final BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_is_final();
  -- Each partition has its own: that of the table does not guard them.
  CREATE TRIGGER audit_entry_kept BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_is_final();
  CREATE TRIGGER audit_entry_followed AFTER INSERT ON audit_entry REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_followed();

  -- The programs of the last release go on before the migrator grants anything: the rights of the table are those of the former one.
  FOR granted IN
    SELECT acl.privilege_type AS privilege, CASE acl.grantee WHEN 0 THEN 'PUBLIC' ELSE acl.grantee::regrole::text END AS role
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) AS acl
    WHERE c.oid = format('audit_months.%I', name)::regclass AND acl.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON audit_entry TO %s', granted.privilege, granted.role);
  END LOOP;

  EXECUTE format('ALTER TABLE audit_entry ATTACH PARTITION audit_months.%I FOR VALUES FROM (MINVALUE) TO (%L)', name, bound);
  EXECUTE format('ALTER TABLE audit_months.%I DROP CONSTRAINT audit_entry_until', name);
  CREATE TABLE audit_months.audit_entry_default PARTITION OF audit_entry DEFAULT;
  CREATE TRIGGER audit_entry_kept BEFORE TRUNCATE ON audit_months.audit_entry_default
    FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_is_final();
  PERFORM create_audit_months(now() + interval '6 months');
END $$;
