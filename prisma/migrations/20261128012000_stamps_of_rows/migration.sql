-- A statement that writes no row changes no answer: it is not stamped. The triggers of a table for all its statements are
-- replaced without a lock that readers would wait for.
CREATE OR REPLACE FUNCTION stamp_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'TRUNCATE' THEN
    IF NOT EXISTS (SELECT FROM written) THEN RETURN NULL; END IF;
  END IF;
  PERFORM add_change_stamp(TG_TABLE_NAME, 0);
  RETURN NULL;
END $$;

DO $$
DECLARE
  stamped record;
BEGIN
  FOR stamped IN
    SELECT c.relname AS name, t.tgtype & 4 > 0 AS inserted FROM pg_trigger t
    JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid
    WHERE p.proname = 'stamp_change' AND t.tgname = c.relname || '_stamped' ORDER BY c.relname
  LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION stamp_change()',
      stamped.name || '_stamped', stamped.name);
    IF stamped.inserted THEN
      EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_change()',
        stamped.name || '_stamped_made', stamped.name);
    END IF;
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_change()',
      stamped.name || '_stamped_changed', stamped.name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION stamp_change()',
      stamped.name || '_stamped_gone', stamped.name);
  END LOOP;
END $$;

-- For operators who have written rows without triggers: no answer that a client has is unchanged after it, except for orders,
-- whose versions decide.
CREATE FUNCTION stamp_everything() RETURNS void LANGUAGE sql AS $$
  SELECT add_change_stamp(s.name, s.subject) FROM (
    SELECT c.relname::text AS name, 0 AS subject FROM pg_trigger t
    JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid WHERE p.proname = 'stamp_change'
    UNION SELECT 'tag', 0
    UNION SELECT 'tag', id FROM organization
    UNION SELECT 'availability', id FROM product
    UNION SELECT 'orders of ' || left(viewer, 1), substr(viewer, 2)::integer FROM (SELECT DISTINCT unnest(viewers) AS viewer FROM orders) v
  ) s
$$;
