-- A new database has ids of 64 bits. Any other gets them by `npm run widen-ids`: the programs of the last release, which may still
-- run, read ids of 32 bits only, and a large table is rewritten when nobody needs it.
-- accepted backfill: nobody uses a database without an organization
DO $$
BEGIN
  IF EXISTS (SELECT FROM organization) THEN RETURN; END IF;
  PERFORM widen_ids(n.relation) FROM narrow_ids() n;
  PERFORM drop_narrow_functions();
END $$;
