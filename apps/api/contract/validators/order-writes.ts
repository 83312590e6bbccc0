import type { PrismaClient } from '@channel/prisma';

/*
 * Notes every transaction that writes what belongs to an order without writing the row of the order: the version of the
 * order would not tell of it. Triggers look when the transaction ends, or when its constraints become immediate.
 */

/** The order of a row, by its table. */
const ORDER_OF: Readonly<Record<string, string>> = {
  booking: 'o.id = r.order_id',
  passenger: 'o.id = r.order_id',
  ticket: 'o.id = r.order_id',
  booking_passenger: 'o.id = (SELECT b.order_id FROM booking b WHERE b.id = r.booking_id)',
  transfer: 'r.id IN (o.pickup_id, o.dropoff_id)',
  tag: `o.id = r.order_id OR o.id = (SELECT b.order_id FROM booking b WHERE b.id = r.booking_id)
    OR r.transfer_id IN (o.pickup_id, o.dropoff_id)`,
};

/** Starts to note. `orders` belong to nobody else than the tests: the functions run with the rights of the owner. */
export async function noteUnversionedWrites(db: PrismaClient): Promise<void> {
  const statements = [
    'CREATE TABLE versioned_write (transaction xid8, order_id bigint)',
    'CREATE TABLE unversioned_write (name text, columns text)',
    'CREATE TABLE watched_write (name text)',
    `CREATE FUNCTION note_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      INSERT INTO versioned_write VALUES (pg_current_xact_id(), NEW.id); RETURN NULL; END $$`,
    `CREATE TRIGGER "noted" AFTER INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION note_version()`,
  ];
  for (const [table, isOf] of Object.entries(ORDER_OF))
    statements.push(
      `CREATE FUNCTION note_${table}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      DECLARE r ${table}; changed text;
      BEGIN
        r := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
        changed := CASE TG_OP WHEN 'UPDATE' THEN (
          SELECT string_agg(n.key, ',' ORDER BY n.key) FROM jsonb_each(to_jsonb(NEW)) n
          JOIN jsonb_each(to_jsonb(OLD)) o ON o.key = n.key AND o.value IS DISTINCT FROM n.value) ELSE TG_OP END;
        IF changed IS NULL THEN RETURN NULL; END IF;
        INSERT INTO watched_write SELECT '${table}' FROM orders o WHERE ${isOf};
        INSERT INTO unversioned_write SELECT '${table}', changed FROM orders o WHERE (${isOf})
          AND NOT EXISTS (SELECT FROM versioned_write v WHERE v.transaction = pg_current_xact_id() AND v.order_id = o.id);
        RETURN NULL;
      END $$`,
      `CREATE CONSTRAINT TRIGGER "noted" AFTER INSERT OR UPDATE OR DELETE ON ${table}
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_${table}()`,
    );
  for (const statement of statements) await db.$executeRawUnsafe(statement);
}

/** How often each table of orders was written, and the columns that were written without the order. */
export async function notedWrites(db: Pick<PrismaClient, '$queryRaw'>) {
  const watched = await db.$queryRaw<{ name: string; count: number }[]>`
    SELECT name, count(*)::int AS count FROM watched_write GROUP BY name ORDER BY name`;
  const unversioned = await db.$queryRaw<{ what: string }[]>`
    SELECT DISTINCT name || ': ' || columns AS what FROM unversioned_write ORDER BY what`;
  return {
    watched: Object.fromEntries(watched.map(({ name, count }) => [name, count])),
    unversioned: unversioned.map(({ what }) => what),
  };
}
