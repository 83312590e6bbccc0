import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { STATUS_LOOKS } from '#lib/order-status.ts';

/** A field change as the API returns it. */
export type FieldChange = {
  path: string[];
  from: string | number | null;
  to: string | number | null;
  fromLabel: string | null;
  toLabel: string | null;
};

const WORDS: Record<string, MessageDescriptor> = {
  status: msg`Status`,
  contactPerson: msg`Contact person`,
  tourGuide: msg`Guide`,
  referenceCode: msg`Reference code`,
  leader: msg`Leader`,
  firstName: msg`first name`,
  lastName: msg`last name`,
  gender: msg`gender`,
  email: msg`e-mail`,
  phoneCountryCode: msg`country code`,
  phoneNumber: msg`phone number`,
  whatsappNumber: msg`WhatsApp`,
  pickup: msg`Pickup`,
  dropoff: msg`Drop-off`,
  driver: msg`driver`,
  date: msg`date`,
  time: msg`time`,
  point: msg`location`,
  tickets: msg`Tickets`,
  product: msg`Product`,
  serviceLevel: msg`Service level`,
  rate: msg`Rate`,
  startsAt: msg`Starts at`,
  total: msg`Total`,
  passengers: msg`Passengers`,
};

/** The label of an order's field: `["pickup", "driver"]` is `Pickup: driver`. */
export function fieldWords(i18n: I18n, path: readonly string[]): string {
  const place = path.indexOf('tags');
  if (place !== -1) {
    const key = path.slice(place + 1).join('.');
    if (path[0] === 'bookings') return t(i18n)`Booking ${{ id: path[1] ?? '' }}: tag ${key}`;
    const owner = place > 0 ? WORDS[path[0] ?? ''] : undefined;
    return owner ? t(i18n)`${{ owner: i18n._(owner) }}: tag ${key}` : t(i18n)`Tag ${key}`;
  }
  return path.map((member) => wordOf(i18n, member)).join(': ');
}

function wordOf(i18n: I18n, member: string): string {
  const word = WORDS[member];
  return word ? i18n._(word) : member;
}

/** The old and the new value of a change as text; empty if there is no value. */
export function sidesOf(i18n: I18n, { path, from, to, fromLabel, toLabel }: FieldChange): { was: string; is: string } {
  const word = (value: string | number | null, label: string | null) => {
    if (value === null) return '';
    if (path[0] === 'status' && String(value) in STATUS_LOOKS)
      return i18n._(STATUS_LOOKS[value as keyof typeof STATUS_LOOKS].label);
    return label ?? String(value);
  };
  return { was: word(from, fromLabel), is: word(to, toLabel) };
}

const CHANNELS = {
  api: msg`REST API`,
  console: msg`Console`,
  graphql: msg`GraphQL`,
  batch: msg`Batch`,
  system: msg`System`,
} as const;

export const channelText = (i18n: I18n, channel: keyof typeof CHANNELS | null): string =>
  channel ? i18n._(CHANNELS[channel]) : t(i18n)`Unknown`;

const ACTIONS: Record<string, MessageDescriptor> = {
  'order.book': msg`booked the order`,
  'order.made': msg`created the order`,
  'order.rebook': msg`rebooked the order`,
  'order.renew-hold': msg`held the places longer`,
  'order.update': msg`changed the order`,
  'tags.assign': msg`assigned tags`,
  'tags.synchronise': msg`synchronised tags`,
  'tags.remove': msg`removed tags`,
  'tags.change': msg`changed tags`,
  'webhook-delivery.sign': msg`copied a signed request`,
  'webhook-event.erase': msg`erased webhook bodies`,
  'order.erase-personal-data': msg`erased the personal data`,
  'personal-data.export': msg`exported the personal data`,
};

/** What was done; an order that is held or was held is booked when its status says so. */
export function actionWords(i18n: I18n, { action, changes }: { action: string; changes: FieldChange[] }): string {
  const status = changes.find(({ path }) => path.join() === 'status')?.to;
  if (action === 'order.book' && status === 'InCart') return t(i18n)`put the order in the cart`;
  const words = ACTIONS[action === 'order.rebook' && status === 'Booked' ? 'order.book' : action];
  return words ? i18n._(words) : action;
}
