import { STATUS_LOOKS } from '#lib/order-status.ts';

/** A field change as the API returns it. */
export type FieldChange = {
  path: string[];
  from: string | number | null;
  to: string | number | null;
  fromLabel: string | null;
  toLabel: string | null;
};

const WORDS: Record<string, string> = {
  status: 'Status',
  contactPerson: 'Contact person',
  tourGuide: 'Guide',
  referenceCode: 'Reference code',
  leader: 'Leader',
  firstName: 'first name',
  lastName: 'last name',
  gender: 'gender',
  email: 'e-mail',
  phoneCountryCode: 'country code',
  phoneNumber: 'phone number',
  whatsappNumber: 'WhatsApp',
  pickup: 'Pickup',
  dropoff: 'Drop-off',
  driver: 'driver',
  date: 'date',
  time: 'time',
  point: 'location',
  tickets: 'Tickets',
};

/** The label of an order's field: `["pickup", "driver"]` is `Pickup: driver`. */
export function fieldWords(path: readonly string[]): string {
  const place = path.indexOf('tags');
  if (place !== -1) {
    const owner = path[0] === 'bookings' ? `Booking ${path[1]}` : place > 0 ? WORDS[path[0] ?? ''] : undefined;
    return `${owner ? `${owner}: tag` : 'Tag'} ${path.slice(place + 1).join('.')}`;
  }
  return path.map((member) => WORDS[member] ?? member).join(': ');
}

/** The old and the new value of a change as text; empty if there is no value. */
export function sidesOf({ path, from, to, fromLabel, toLabel }: FieldChange): { was: string; is: string } {
  const word = (value: string | number | null, label: string | null) => {
    if (value === null) return '';
    if (path[0] === 'status' && String(value) in STATUS_LOOKS)
      return STATUS_LOOKS[value as keyof typeof STATUS_LOOKS].label;
    return label ?? String(value);
  };
  return { was: word(from, fromLabel), is: word(to, toLabel) };
}

const CHANNELS = { api: 'REST API', console: 'Console', graphql: 'GraphQL', batch: 'Batch', system: 'System' } as const;

export const channelText = (channel: keyof typeof CHANNELS | null): string => (channel ? CHANNELS[channel] : 'Unknown');

const ACTIONS: Record<string, string> = {
  'order.book': 'booked the order',
  'order.made': 'created the order',
  'order.update': 'changed the order',
  'tags.assign': 'assigned tags',
  'tags.synchronise': 'synchronised tags',
  'tags.remove': 'removed tags',
  'tags.change': 'changed tags',
  'webhook-delivery.sign': 'copied a signed request',
  'webhook-event.erase': 'erased webhook bodies',
};

export const actionWords = (action: string): string => ACTIONS[action] ?? action;
