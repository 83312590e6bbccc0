import { facts } from './fact.ts';

/** Creation and changes of orders. */
export const bookingFacts = facts([
  {
    id: 'booking-required',
    fact: 'Required members of a POS order',
    choice:
      'The members that the booked product needs. An availability id determines the departure and the rate; otherwise date and time must match exactly one availability (a pass needs neither). An ambiguous booking is 422 at the missing member. The quantity is the number of passengers for `per_person`, `quantity` or `number_of_bookings` for `per_item`, else one.',
    why: 'As many requests as possible work, and none is completed by a guess.',
  },
  {
    id: 'contradiction',
    fact: 'Conflicting members of `details`',
    choice:
      '422 at the conflicting member: a date or `start_time` that differs from the departure, or dates that differ from each other (a pass accepts any day of its offer period, a whole day starts at 00:00); a `quantity` or `number_of_bookings` above 1 that differs from the number of passengers where prices are per person, or two different ones above 1; a number below 1. The leader of a booking needs a first or a last name; an update may clear both. The number 1 never conflicts.',
    why: 'With two conflicting values, one of them would be sold wrongly. Forms send 1 by default.',
  },
  {
    id: 'rate-choice',
    fact: 'The rate of a booking',
    choice:
      'The rate of its availability id: a departure has one id per rate, which stays with that rate through every edit of the catalogue, while all of its rates share its places. A booking by date and time that matches several rates is 422 with the rates and their ids.',
    why: 'A buyer must get the price and the cancellation policy that were shown.',
  },
  {
    id: 'leader-passenger',
    fact: 'Whether the leader is a passenger',
    choice: 'Yes, marked `is_leader`, and only once when the passengers contain the same person.',
    why: 'Otherwise a group of two would be booked as three.',
  },
  {
    id: 'pending',
    fact: 'The effect of `pending_booking`',
    choice:
      'The order starts as `InCart` and holds its places for half an hour; then they are released, and confirming takes new ones (409 if there are none). The expiry emits no event.',
    why: 'An abandoned cart must not block sales.',
  },
  {
    id: 'statuses',
    fact: 'The statuses of an update, and the allowed changes of status',
    choice:
      'The four documented statuses, from any to any. Cancelling and deleting release places; the way back takes them again or is 409.',
    why: 'An operator who needs rules lists the allowed changes in a setting.',
  },
  {
    id: 'statuses-shown',
    fact: 'Whether lists and reads by id include carts and deleted orders',
    choice: 'They include all four statuses.',
    why: 'Only the caller knows which orders to exclude, and has a filter for that.',
  },
  {
    id: 'update-body',
    fact: 'Response of the update of one order',
    choice: '`data` with the order in its full format.',
    why: 'It equals reading the order afterwards.',
  },
  {
    id: 'pos-batch-body',
    fact: 'Response of PUT v1/pos/orders',
    choice: '`data` with the orders in list format, like PUT v1/orders.',
    why: 'Both batch endpoints have the same response.',
  },
  {
    id: 'update-point',
    fact: 'The format of `location.point`',
    choice:
      'Both formats in both places: a list of latitude, longitude and optionally an address; an id; or the object, whose id takes precedence. Any place on earth is accepted, and a new point belongs to the city of the order.',
    why: 'The text shows different formats in different places.',
  },
  {
    id: 'order-selection',
    fact: '`orders {tags, ids}` in batches',
    choice: 'Orders must match both. Neither of them, or no match, is 422.',
    why: 'An empty selection must never mean everything.',
  },
  {
    id: 'booked-details-empty',
    fact: 'When `booked_details` is an empty list',
    choice: 'While an order has no booking.',
    why: 'There is nothing to show yet.',
  },
  {
    id: 'transfers-unset',
    fact: 'Orders without pickup or dropoff',
    choice: 'Both exist from the start, empty, and can carry tags.',
    why: 'Tags need a transfer that carries them.',
  },
  {
    id: 'transfer-date-in',
    fact: 'The `date` of transfers in requests',
    choice: 'At creation a date-time with its offset (read at the place) or a plain date; in updates a plain date.',
    why: 'A transfer happens on a day at a place.',
  },
  {
    id: 'times',
    fact: 'Times of availabilities in requests and responses',
    choice: 'Responses use `HH:MM`; requests may include seconds, except where the text requires `HH:MM`.',
    why: 'Reading is lenient, writing is strict.',
  },
  {
    id: 'rates',
    fact: '`number_of_books`, `rates`, sold-out days and missing bounds',
    choice:
      'Departures need at least this many places; rates match by id or title; sold-out days have `remaining` 0 in rates/dates and are excluded from dates-availability; a missing bound is three months from the other; more than 366 days, or an end before the start, are 422; days are local days of the place, and past days are empty; a rate without prices cannot be booked and is never listed.',
    why: 'The lists have different purposes: one shows prices, the other bookable days.',
  },
  {
    id: 'no-price-category',
    fact: 'A passenger of a `per_item` booking without category',
    choice: 'The default category of the service level, or null.',
    why: 'The price does not depend on it.',
  },
  {
    id: 'passenger-category',
    fact: 'A `per_person` passenger without category',
    choice: 'The default category of the service level; where there is none, 422.',
    why: 'Without a category there is no price.',
  },
  {
    id: 'category-limits',
    fact: 'What `minimum` and `maximum` of a price category count, and whether they bind',
    choice:
      'The minimum and maximum number of passengers of the category in one booking, including the leader, with prices per person or per item. They apply to categories that are present in the booking: 422 at `passengers`, with a message for each category, because no single passenger is invalid. A category without passengers is never required. 0, or a maximum below the minimum, means no limit. Sold out (409) takes precedence.',
    why: 'Clients show these numbers to buyers; a channel that ignores them sells bookings that the supplier refuses on site.',
  },
  {
    id: 'per-item-price',
    fact: 'The price of several items',
    choice: 'The price of one item times the number of items; 422 where the total is more than 99,999,999,999.999.',
    why: 'The simplest exact arithmetic.',
  },
  {
    id: 'price-nulls',
    fact: 'Prices at a level where none are placed',
    choice: 'All three members are null; the `prices` object itself is always present.',
    why: 'Clients can read `prices.sold` without a check.',
  },
  {
    id: 'client-vat',
    fact: 'The client and the VAT of an order',
    choice:
      'The client of the role that sold it; the tax of the organization, as a number and `included`, stored at booking.',
    why: 'A later tax rate must not change a sold order.',
  },
  {
    id: 'nulls-of-dates',
    fact: 'When `booked_at` and `ends_at` are null',
    choice:
      '`booked_at` until an order is first finalised; `ends_at` only together with `starts_at`, whose value it has where the end is unknown.',
    why: 'Null means only that it has not happened.',
  },
  {
    id: 'today',
    fact: 'The orders that `today_orders` selects',
    choice: 'Orders that take place today, as the local date of their place.',
    why: 'Dispatchers work with local days.',
  },
  {
    id: 'created-at',
    fact: 'Where `created_at` appears',
    choice: 'In webhooks.',
    why: 'No REST format contains it.',
  },
  {
    id: 'phone-country',
    fact: '`phone_country_code`, which no response contains',
    choice: 'Stored separately; `phone_number` is returned as it was sent.',
    why: 'Values of clients are not rewritten.',
  },
  {
    id: 'checkout-date',
    fact: '`details.checkout_date`',
    choice:
      'Stored. 422 if it is before the check-in. For `daily`, `MAX_STAY_DAYS` is the maximum number of days: with 1 a check-out later than the next day is 422; with more, each day up to the day before the check-out is a booking of the order with its own place and price, all or none (409 where one is sold out), at the rate of the first day where that is valid.',
    why: 'A buyer of four days must not get one.',
  },
]);
