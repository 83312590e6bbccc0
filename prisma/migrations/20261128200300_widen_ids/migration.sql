-- The columns of ids that have 32 bits, and the sequences of 32 bits that draw ids. A column is known by its name; those of a
-- partition are its parent's.
CREATE FUNCTION narrow_ids() RETURNS TABLE (relation regclass, columns name[], sequences text[])
LANGUAGE sql STABLE AS $$
  SELECT c.oid::regclass, found.columns, drawn.sequences
  FROM pg_class c
  CROSS JOIN LATERAL (
    SELECT array_agg(a.attname ORDER BY a.attnum) AS columns FROM pg_attribute a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid IN ('integer'::regtype, 'integer[]'::regtype)
      AND (a.attname ~ '(^|_)ids?$' OR (c.relname, a.attname) IN (('places_check', 'named'), ('change_stamp', 'subject')))
  ) found
  CROSS JOIN LATERAL (
    SELECT array_agg(s.seqrelid::regclass::text) AS sequences FROM pg_depend d JOIN pg_sequence s ON s.seqrelid = d.objid
    WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.deptype IN ('a', 'i')
      AND s.seqtypid = 'integer'::regtype
  ) drawn
  WHERE c.relnamespace IN (SELECT n.oid FROM pg_namespace n WHERE n.nspname IN ('public', 'audit_archive'))
    AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND (found.columns IS NOT NULL OR drawn.sequences IS NOT NULL)
$$;

-- Widens the ids of a table to 64 bits. It rewrites the table and its indexes, and nobody can use the table until the end of the
-- transaction. Views and triggers that name the columns are created again. Only the owner of the tables can execute it.
CREATE FUNCTION widen_ids(widened regclass) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  narrow record;
  each record;
  afterwards text[] := '{}';
  sequence text;
  command text;
BEGIN
  SELECT * INTO narrow FROM narrow_ids() n WHERE n.relation = widened;
  IF NOT FOUND THEN RETURN false; END IF;
  EXECUTE format('LOCK TABLE %s', widened);
  FOREACH sequence IN ARRAY coalesce(narrow.sequences, '{}') LOOP
    EXECUTE format('ALTER SEQUENCE %s AS bigint', sequence);
  END LOOP;
  IF narrow.columns IS NULL THEN RETURN true; END IF;
  FOR each IN
    SELECT DISTINCT v.oid::regclass::text AS view, pg_get_viewdef(v.oid) AS definition, v.relacl, v.relowner
    FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class AND v.relkind = 'v'
    JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
    WHERE d.classid = 'pg_rewrite'::regclass AND d.refobjid = widened AND a.attname = ANY (narrow.columns)
  LOOP
    EXECUTE format('DROP VIEW %s', each.view);
    afterwards := afterwards || format('CREATE VIEW %s AS %s', each.view, each.definition) || ARRAY(
      SELECT format('GRANT %s ON %s TO %s', g.privilege_type, each.view, CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END)
      FROM aclexplode(each.relacl) g WHERE g.grantee <> each.relowner);
  END LOOP;
  FOR each IN
    SELECT t.tgname, pg_get_triggerdef(t.oid) AS definition FROM pg_trigger t
    WHERE t.tgrelid = widened AND NOT t.tgisinternal AND EXISTS (
      SELECT FROM pg_depend d JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
      WHERE d.classid = 'pg_trigger'::regclass AND d.objid = t.oid AND d.refobjid = widened AND a.attname = ANY (narrow.columns))
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', each.tgname, widened);
    afterwards := afterwards || each.definition;
  END LOOP;
  EXECUTE (
    SELECT format('ALTER TABLE %s %s', widened, string_agg(format('ALTER %I TYPE %s', a.attname,
      CASE a.atttypid WHEN 'integer'::regtype THEN 'bigint' ELSE 'bigint[]' END), ', '))
    FROM pg_attribute a WHERE a.attrelid = widened AND a.attname = ANY (narrow.columns));
  FOREACH command IN ARRAY afterwards LOOP
    EXECUTE command;
  END LOOP;
  RETURN true;
END $$;

-- Once no id has 32 bits, nobody calls the functions for such ids.
CREATE FUNCTION drop_narrow_functions() RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  replaced regprocedure;
BEGIN
  IF EXISTS (SELECT FROM narrow_ids()) THEN RETURN; END IF;
  FOR replaced IN
    SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_proc w ON w.pronamespace = p.pronamespace AND w.proname = p.proname
    WHERE p.pronamespace = 'public'::regnamespace AND p.oid <> w.oid
      AND ARRAY(SELECT unnest(w.proargtypes)) = ARRAY(SELECT CASE t
          WHEN 'integer'::regtype THEN CASE w.proargtypes[place - 1] WHEN 'bigint'::regtype THEN 'bigint'::regtype::oid ELSE t END
          WHEN 'integer[]'::regtype THEN 'bigint[]'::regtype::oid ELSE t END
        FROM unnest(p.proargtypes) WITH ORDINALITY AS e (t, place) ORDER BY place)
  LOOP
    EXECUTE format('DROP FUNCTION %s', replaced);
  END LOOP;
END $$;

-- accepted unknown: nobody calls them yet
REVOKE ALL ON FUNCTION widen_ids(regclass), drop_narrow_functions() FROM PUBLIC;
