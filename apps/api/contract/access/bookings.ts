import { guide, nest, POS, path, pos, SELLS, type Slot, type Value } from './slot.ts';
import { references } from './updates.ts';

const BOOK = `POST ${POS}/service_levels/{service_level}/orders`;
const NEW = ['+booking', '+booking_passenger', '+orders', '+passenger', '+transfer', 'availability', '+ticket?'];

/** A booking of the caller's own, with one member that names an object of others. */
function booking(member: string, at: string, value: Value): Slot {
  const [head = ''] = member.split('.');
  const list = head === 'passengers';
  return {
    route: BOOK,
    member,
    ask: (own, named) => {
      const { passengers, leader, ...more } = nest(member, value(named));
      return {
        path: `${pos(own)}/service_levels/${own.level}/orders`,
        body: {
          leader: { first_name: 'Changed', price_category_id: own.priceCategory, ...(leader ?? {}) },
          details: { availability_id: own.availability },
          ...(list ? { passengers: [passengers] } : more),
        },
      };
    },
    // Staff may not book; a caller without products finds no service level.
    expected: (kind) => (SELLS.includes(kind) ? { at } : kind === 'staff' ? 403 : 404),
    changes: NEW,
  };
}

/** The references of a booking. */
export const bookings: Slot[] = [
  {
    ...path(BOOK, 'role', (own, named) => `${pos(named)}/service_levels/${own.level}/orders`, {}),
    ownerRequest: (own) => ({
      path: `${pos(own)}/service_levels/${own.level}/orders`,
      body: { leader: guide('Changed'), details: { availability_id: own.availability } },
    }),
    changes: NEW,
  },
  {
    ...path(BOOK, 'service_level', (own, named) => `${pos(own)}/service_levels/${named.level}/orders`, {}),
    ownerRequest: (own) => ({
      path: `${pos(own)}/service_levels/${own.level}/orders`,
      body: { leader: guide('Changed'), details: { availability_id: own.availability } },
    }),
    changes: NEW,
  },
  booking('leader.price_category_id', 'leader.price_category_id', (n) => n.priceCategory),
  booking('passengers.price_category_id', 'passengers.0.price_category_id', (n) => n.priceCategory),
  booking('details.availability_id', 'details.availability_id', (n) => n.availability),
  ...Object.entries(references).map(([member, { value, at }]) =>
    booking(`additional_information.${member}`, `additional_information.${at}`, value),
  ),
];
