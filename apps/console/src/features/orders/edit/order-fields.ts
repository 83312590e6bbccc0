import type { VariablesOf } from 'gql.tada';
import type { Order, Person, Transfer } from '../order-query.ts';
import { STATUS_LOOKS } from '../order-status.ts';
import type { UpdateOrder } from './update-order.ts';

/** Where a transfer takes place: a spot that is known, or a new one in decimal degrees. */
export type Spot = { id: number } | { address: string; latitude: string; longitude: string };

/** What a field holds; an empty text stands for nothing where the field can be empty. */
export type FieldValue = string | number | Spot | null;

/** How a field is filled in. */
export type FieldKind = 'status' | 'text' | 'email' | 'phone' | 'person' | 'date' | 'time' | 'spot';

type Input = VariablesOf<typeof UpdateOrder>['input'];

/** A part of an order that staff may change. */
export type Field = {
  label: string;
  kind: FieldKind;
  /** Members of the input that carry it, outermost first. The server names them in its refusals too. */
  path: string[];
  read: (order: Order) => FieldValue;
  /** Its value in words; empty where there is none. */
  show: (order: Order) => string;
  /** What is sent for a value. */
  write: (value: FieldValue) => unknown;
};

const same = (value: FieldValue) => value;

const text = (
  label: string,
  path: string[],
  read: (order: Order) => string | null,
  kind: FieldKind = 'text',
): Field => ({
  label,
  kind,
  path,
  read: (order) => read(order) ?? '',
  show: (order) => read(order) ?? '',
  write: (value) => (value === '' ? null : value),
});

const person = (
  label: string,
  path: string[],
  read: (order: Order) => Person | null,
  write: Field['write'],
): Field => ({
  label,
  kind: 'person',
  path,
  read: (order) => read(order)?.id ?? null,
  show: (order) => read(order)?.name ?? '',
  write,
});

const idOf = (value: FieldValue) => (value === null ? null : { id: value });

const leaderOf = ({ passengers }: Order) => passengers.find(({ isLeader }) => isLeader);

type LeaderMember =
  | 'firstName'
  | 'lastName'
  | 'gender'
  | 'email'
  | 'phoneCountryCode'
  | 'phoneNumber'
  | 'whatsappNumber';

const leader = (label: string, member: LeaderMember, kind: FieldKind = 'text') => ({
  ...text(label, ['leader', member], (order) => leaderOf(order)?.[member] ?? '', kind),
  write: same,
});

const transfer = (side: 'pickup' | 'dropoff', name: string) => {
  const of = (order: Order): Transfer => order[side];
  const whole = (label: string, member: 'date' | 'time', read: (transfer: Transfer) => string): Field => ({
    ...text(`${name}: ${label}`, [side, member], (order) => read(of(order)), member),
  });
  const spot: Field = {
    label: `${name}: place`,
    kind: 'spot',
    path: [side, 'location', 'point'],
    read: (order) => idOf(of(order).location.point?.id ?? null) as Spot | null,
    show: (order) => of(order).location.point?.address ?? '',
    write: (value) => {
      if (value === null || typeof value !== 'object' || 'id' in value) return value;
      return { address: value.address, latitude: value.latitude, longitude: value.longitude };
    },
  };
  return {
    driver: person(`${name}: driver`, [side, 'driverId'], (order) => of(order).driver, same),
    date: whole('date', 'date', ({ date }) => date ?? ''),
    time: whole('time', 'time', ({ time }) => time?.slice(0, 5) ?? ''),
    spot,
  };
};

const pickup = transfer('pickup', 'Pickup');
const dropoff = transfer('dropoff', 'Dropoff');

/** All that can be changed on an order, by the name that the page knows it under. */
export const FIELDS = {
  status: {
    label: 'Status',
    kind: 'status',
    path: ['status'],
    read: ({ status }) => status,
    show: ({ status }) => STATUS_LOOKS[status].label,
    write: same,
  },
  referenceCode: text('Reference code', ['referenceCode'], ({ referenceCode }) => referenceCode),
  contactPerson: person('Contact', ['contactPerson'], (order) => order.contactPerson, idOf),
  tourGuide: person('Tour guide', ['tourGuide'], (order) => order.tourGuide, idOf),
  'pickup.driver': pickup.driver,
  'pickup.date': pickup.date,
  'pickup.time': pickup.time,
  'pickup.spot': pickup.spot,
  'dropoff.driver': dropoff.driver,
  'dropoff.date': dropoff.date,
  'dropoff.time': dropoff.time,
  'dropoff.spot': dropoff.spot,
  'leader.firstName': leader('First name', 'firstName'),
  'leader.lastName': leader('Last name', 'lastName'),
  'leader.gender': leader('Gender', 'gender'),
  'leader.email': leader('E-mail', 'email', 'email'),
  'leader.phoneCountryCode': leader('Country code', 'phoneCountryCode', 'phone'),
  'leader.phoneNumber': leader('Phone number', 'phoneNumber', 'phone'),
  'leader.whatsappNumber': leader('WhatsApp', 'whatsappNumber', 'phone'),
} satisfies Record<string, Field>;

export type FieldName = keyof typeof FIELDS;

/** What somebody filled in, and how it reads. */
export type Edit = { value: FieldValue; shown: string };

/** Fields that were filled in otherwise than they were. */
export type Edits = Partial<Record<FieldName, Edit>>;

export const fieldNames = Object.keys(FIELDS) as FieldName[];

export const isSame = (one: FieldValue, other: FieldValue): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The input that makes the edits, and nothing else. */
export function inputOf(edits: Edits): Input {
  const input: Record<string, unknown> = {};
  for (const name of fieldNames) {
    const edit = edits[name];
    if (!edit) continue;
    const { path, write } = FIELDS[name];
    const last = path.at(-1) ?? name;
    let place = input;
    for (const member of path.slice(0, -1)) {
      place[member] ??= {};
      place = place[member] as Record<string, unknown>;
    }
    place[last] = write(edit.value);
  }
  return input;
}

const DEGREES = /^-?\d{1,3}(\.\d{1,10})?$/;

/** What can't be sent, by field: coordinates that are none. */
export function unsendable(edits: Edits): Partial<Record<FieldName, string>> {
  const found: Partial<Record<FieldName, string>> = {};
  for (const name of fieldNames) {
    const value = edits[name]?.value;
    if (typeof value !== 'object' || value === null || 'id' in value) continue;
    if (!DEGREES.test(value.latitude) || !DEGREES.test(value.longitude)) {
      found[name] = 'Latitude and longitude are numbers such as 52.37403 and 4.88969.';
    }
  }
  return found;
}

/** What the server said of each field, from its messages by path. */
export function errorsByField(fieldErrors: Record<string, string>): Partial<Record<FieldName, string>> {
  const found: Partial<Record<FieldName, string>> = {};
  for (const name of fieldNames) {
    const prefix = FIELDS[name].path.join('.');
    for (const [path, message] of Object.entries(fieldErrors)) {
      if (path === prefix || path.startsWith(`${prefix}.`)) found[name] ??= message;
    }
  }
  return found;
}

/** The field that a path of a history means: `["pickup", "point"]` is the place of the pickup. */
export function fieldOf(path: readonly string[]): FieldName | undefined {
  const name = path.join('.').replace(/\.point$/, '.spot');
  return fieldNames.find((known) => known === name);
}
