import type { Prisma, PrismaClient, Tx } from '@channel/prisma';

/** A field of an order with its value before and after a change. */
export type FieldChange = {
  /** The path of the field, such as `['pickup', 'driver']` or `['tags', 'room']`. */
  path: string[];
  from: string | number | null;
  to: string | number | null;
  /** The name of the person or the address of the point whose id the value is. */
  fromLabel: string | null;
  toLabel: string | null;
};

type Raw = Omit<FieldChange, 'fromLabel' | 'toLabel'>;
type Line = { before: Prisma.JsonValue; after: Prisma.JsonValue };
type Transfers = { pickupId: number; dropoffId: number };

const isObject = (value: unknown): value is Record<string, Prisma.JsonValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The field changes of an order in a line of the audit log, tag by tag, without labels. */
export function fieldsOf({ before, after }: Line, transfers: Transfers): Raw[] {
  const [old, current] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(current)])].flatMap((member) => {
    const path = pathOf(member, transfers);
    const [from, to] = [old[member], current[member]];
    if (path.at(-1) === 'tags') return tagChanges(path, from, to);
    return [{ path, from: plain(from), to: plain(to) }];
  });
}

/** Converts a member name of the audit log to a path of names of the schema. */
function pathOf(member: string, { pickupId, dropoffId }: Transfers): string[] {
  const tagged = /^(transfers|bookings)\.(\d+)\.tags$/.exec(member);
  if (tagged) {
    const id = Number(tagged[2]);
    if (tagged[1] === 'transfers') return [id === pickupId ? 'pickup' : id === dropoffId ? 'dropoff' : member, 'tags'];
    return ['bookings', String(id), 'tags'];
  }
  return member.split('.').map((name) => name.replace(/(?<=.)Id$/, ''));
}

function tagChanges(path: string[], from: Prisma.JsonValue | undefined, to: Prisma.JsonValue | undefined): Raw[] {
  const [old, current] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(current)])].flatMap((key) => {
    const change = { path: [...path, key], from: plain(old[key]), to: plain(current[key]) };
    return change.from === change.to ? [] : [change];
  });
}

function plain(value: Prisma.JsonValue | undefined): string | number | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

const PEOPLE = ['contactPerson', 'tourGuide', 'driver'];
const isPerson = ({ path }: Raw) => path[0] !== 'tags' && path[1] !== 'tags' && PEOPLE.includes(path.at(-1) ?? '');
const isPoint = ({ path }: Raw) => path.length === 2 && path[1] === 'point';
const idsIn = (changes: Raw[]): number[] => [
  ...new Set(changes.flatMap(({ from, to }) => [from, to]).filter((value) => typeof value === 'number')),
];

/** Adds the current names of people and addresses of points to changes. Sends at most two statements. */
export async function labelled(db: PrismaClient | Tx, changes: Raw[]): Promise<FieldChange[]> {
  const [userIds, pointIds] = [idsIn(changes.filter(isPerson)), idsIn(changes.filter(isPoint))];
  const users =
    userIds.length === 0
      ? []
      : await db.user.findMany({ where: { id: { in: userIds } }, select: { id: true, name: true } });
  const points =
    pointIds.length === 0
      ? []
      : await db.point.findMany({ where: { id: { in: pointIds } }, select: { id: true, address: true } });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const addresses = new Map(points.map(({ id, address }) => [id, address]));
  return changes.map((change) => {
    const known = isPerson(change) ? names : isPoint(change) ? addresses : undefined;
    const label = (value: Raw['from']) => (typeof value === 'number' ? (known?.get(value) ?? null) : null);
    return { ...change, fromLabel: label(change.from), toLabel: label(change.to) };
  });
}
