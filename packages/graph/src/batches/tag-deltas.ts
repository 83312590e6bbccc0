import type { PrismaClient, Tx } from '@channel/prisma';
import { invalid } from '../errors.ts';
import type { LockedOrder } from '../orders/lock-orders.ts';
import { MAX_TAGS_OF_ONE, TOO_MANY_TAGS } from '../tags/check-tags.ts';
import type { Delta, OrderTarget, Requested, RowChange, TagRestore, TagsOn, TagsRowChange } from './row-change.ts';

type Value = string | number;
type Carrier = { target: OrderTarget; id: number };

const OWNERS = { orders: 'orderId', bookings: 'bookingId', transfers: 'transferId' } as const;

/** The parts of an order that carry the tags to change. */
function carriersOf(order: LockedOrder, on: TagsOn): Carrier[] {
  if (on === 'order') return [{ target: 'orders', id: order.id }];
  if (on === 'booking') return order.bookings.map(({ id }) => ({ target: 'bookings', id }));
  return [{ target: 'transfers', id: order[on].id }];
}

const nameOf = ({ target, id }: Carrier) => `${target}.${id}`;

/** Tags of the parts of some orders, by `nameOf` the carrier and by key. */
export type KnownTags = Map<string, Map<string, Value>>;

/** Reads the tags that changes of some orders may affect: those of each order's organization. */
export async function readTags(db: PrismaClient | Tx, requested: readonly Requested[]): Promise<KnownTags> {
  const known: KnownTags = new Map();
  const ids: Record<OrderTarget, number[]> = { orders: [], bookings: [], transfers: [] };
  for (const { order, change } of requested) {
    const carriers = [...(change.tags ? carriersOf(order, change.tags.on) : []), ...(change.restore ?? [])];
    for (const carrier of carriers) ids[carrier.target].push(carrier.id);
  }
  const organizationIds = [...new Set(requested.map(({ order }) => order.organizationId))];
  for (const [target, owner] of Object.entries(OWNERS) as [OrderTarget, (typeof OWNERS)[OrderTarget]][]) {
    if (ids[target].length === 0) continue;
    const where = { [owner]: { in: ids[target] }, organizationId: { in: organizationIds } };
    for (const row of await db.tag.findMany({ where, orderBy: { id: 'asc' } })) {
      const name = nameOf({ target, id: row[owner] ?? 0 });
      const tags = known.get(name) ?? new Map<string, Value>();
      // A constraint of the database ensures that a tag's value is a text or a number.
      known.set(name, tags.set(row.key, row.value as Value));
    }
  }
  return known;
}

/**
 * Each tag of an order that a change sets to a different value.
 *
 * @throws a validation error where a part of the order would get further tags and have too many
 */
export function tagDeltas(order: LockedOrder, change: RowChange, known: KnownTags): Delta[] {
  const { tags, restore } = change;
  const wanted = [
    ...(tags ? carriersOf(order, tags.on).flatMap((carrier) => wantedOf(carrier, tags, tagsOf(known, carrier))) : []),
    ...(restore ?? []),
  ];
  const deltas = wanted.flatMap(({ value: after, ...tag }) => {
    const before = tagsOf(known, tag).get(tag.key) ?? null;
    return before === after ? [] : [{ member: `${tag.target}.tags`, before, after, tag }];
  });
  for (const own of Map.groupBy(deltas, ({ tag }) => nameOf(tag)).values()) {
    const growth =
      own.filter(({ before }) => before === null).length - own.filter(({ after }) => after === null).length;
    const size = growth + (own[0] ? tagsOf(known, own[0].tag).size : 0);
    if (growth > 0 && size > MAX_TAGS_OF_ONE) throw invalid([{ path: ['tags'], message: TOO_MANY_TAGS }]);
  }
  return deltas;
}

const tagsOf = (known: KnownTags, carrier: Carrier) => known.get(nameOf(carrier)) ?? new Map<string, Value>();

/** The requested tags of one carrier, with the semantics of the tag mutations. */
function wantedOf(carrier: Carrier, { action, tags }: TagsRowChange, present: Map<string, Value>): TagRestore[] {
  const of = ({ target, id }: Carrier, key: string, value: Value | null) => ({ target, id, key, value });
  if (action === 'remove') {
    // A number equals its text form.
    const matching = tags.filter(({ key, value }) => value === null || String(present.get(key)) === String(value));
    return [...new Set(matching.map(({ key }) => key))].map((key) => of(carrier, key, null));
  }
  const given = new Set(tags.map(({ key }) => key));
  const others = action === 'synchronise' ? [...present.keys()].filter((key) => !given.has(key)) : [];
  return [...others.map((key) => of(carrier, key, null)), ...tags.map(({ key, value }) => of(carrier, key, value))];
}
