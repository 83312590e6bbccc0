import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
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
  label: MessageDescriptor;
  kind: FieldKind;
  /** The path of the field in the input, outermost member first. The server uses the same path in its field errors. */
  path: string[];
  read: (order: Order) => FieldValue;
  /** The text of its value; empty if there is none. */
  show: (order: Order, i18n: I18n) => string;
  /** Converts a value to its input. */
  write: (value: FieldValue) => unknown;
};

const same = (value: FieldValue) => value;

const text = (
  label: MessageDescriptor,
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
  label: MessageDescriptor,
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

const leader = (label: MessageDescriptor, member: LeaderMember, kind: FieldKind = 'text') => ({
  ...text(label, ['leader', member], (order) => leaderOf(order)?.[member] ?? '', kind),
  write: same,
});

const TRANSFER_LABELS = {
  pickup: {
    driver: msg`Pickup: driver`,
    date: msg`Pickup: date`,
    time: msg`Pickup: time`,
    spot: msg`Pickup: location`,
  },
  dropoff: {
    driver: msg`Drop-off: driver`,
    date: msg`Drop-off: date`,
    time: msg`Drop-off: time`,
    spot: msg`Drop-off: location`,
  },
};

const transfer = (side: 'pickup' | 'dropoff') => {
  const of = (order: Order): Transfer => order[side];
  const labels = TRANSFER_LABELS[side];
  const spot: Field = {
    label: labels.spot,
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
    driver: person(labels.driver, [side, 'driverId'], (order) => of(order).driver, same),
    date: text(labels.date, [side, 'date'], (order) => of(order).date, 'date'),
    time: text(labels.time, [side, 'time'], (order) => of(order).time?.slice(0, 5) ?? null, 'time'),
    spot,
  };
};

const pickup = transfer('pickup');
const dropoff = transfer('dropoff');

/** The editable fields of an order by name. */
export const FIELDS = {
  status: {
    label: msg`Status`,
    kind: 'status',
    path: ['status'],
    read: ({ status }) => status,
    show: ({ status }, i18n) => i18n._(STATUS_LOOKS[status].label),
    write: same,
  },
  referenceCode: text(msg`Reference code`, ['referenceCode'], ({ referenceCode }) => referenceCode),
  contactPerson: person(msg`Contact person`, ['contactPerson'], (order) => order.contactPerson, idOf),
  tourGuide: person(msg`Guide`, ['tourGuide'], (order) => order.tourGuide, idOf),
  'pickup.driver': pickup.driver,
  'pickup.date': pickup.date,
  'pickup.time': pickup.time,
  'pickup.spot': pickup.spot,
  'dropoff.driver': dropoff.driver,
  'dropoff.date': dropoff.date,
  'dropoff.time': dropoff.time,
  'dropoff.spot': dropoff.spot,
  'leader.firstName': leader(msg`First name`, 'firstName'),
  'leader.lastName': leader(msg`Last name`, 'lastName'),
  'leader.gender': leader(msg`Gender`, 'gender'),
  'leader.email': leader(msg`E-mail`, 'email', 'email'),
  'leader.phoneCountryCode': leader(msg`Country code`, 'phoneCountryCode', 'phone'),
  'leader.phoneNumber': leader(msg`Phone number`, 'phoneNumber', 'phone'),
  'leader.whatsappNumber': leader(msg`WhatsApp`, 'whatsappNumber', 'phone'),
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
export function unsendable(i18n: I18n, edits: Edits): Partial<Record<FieldName, string>> {
  const found: Partial<Record<FieldName, string>> = {};
  for (const name of fieldNames) {
    const value = edits[name]?.value;
    if (typeof value !== 'object' || value === null || 'id' in value) continue;
    if (!DEGREES.test(value.latitude) || !DEGREES.test(value.longitude)) {
      found[name] = t(i18n)`Latitude and longitude are numbers such as 52.37403 and 4.88969.`;
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
