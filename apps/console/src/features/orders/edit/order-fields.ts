import type { VariablesOf } from 'gql.tada';
import { STATUS_LOOKS } from '#lib/order-status.ts';
import type { Order, Person, Transfer } from '../order-query.ts';
import type { UpdateOrder } from './update-order.ts';

/** The location of a transfer: an existing point, or a new one with coordinates in decimal degrees. */
export type Spot = { id: number } | { address: string; latitude: string; longitude: string };

/** The value of a field; an empty string means no value for nullable fields. */
export type FieldValue = string | number | Spot | null;

/** The kind of input of a field. */
export type FieldKind = 'status' | 'text' | 'email' | 'phone' | 'person' | 'date' | 'time' | 'spot';

type Input = VariablesOf<typeof UpdateOrder>['input'];

/** A part of an order that staff may change. */
export type Field = {
  label: string;
  kind: FieldKind;
  /** The path of the field in the input, outermost member first. The server uses the same path in its field errors. */
  path: string[];
  read: (order: Order) => FieldValue;
  /** The text of its value; empty if there is none. */
  show: (order: Order) => string;
  /** Converts a value to its input. */
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
    label: `${name}: location`,
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
const dropoff = transfer('dropoff', 'Drop-off');

/** The editable fields of an order by name. */
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
  contactPerson: person('Contact person', ['contactPerson'], (order) => order.contactPerson, idOf),
  tourGuide: person('Guide', ['tourGuide'], (order) => order.tourGuide, idOf),
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

/** An edited value and its text. */
export type Edit = { value: FieldValue; shown: string };

/** The fields whose value was changed. */
export type Edits = Partial<Record<FieldName, Edit>>;

export const fieldNames = Object.keys(FIELDS) as FieldName[];

export const isSame = (one: FieldValue, other: FieldValue): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The mutation input that contains only the edits. */
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

/** Error messages by field for edits that can't be sent: malformed coordinates. */
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

/** Maps the server's error messages from paths to fields. */
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

/** The field of a history path: `["pickup", "point"]` is the location of the pickup. */
export function fieldOf(path: readonly string[]): FieldName | undefined {
  const name = path.join('.').replace(/\.point$/, '.spot');
  return fieldNames.find((known) => known === name);
}
