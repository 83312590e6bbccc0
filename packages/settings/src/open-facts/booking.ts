import { facts } from './fact.ts';

/** How orders come about and change. */
export const bookingFacts = facts([
  {
    id: 'booking-required',
    fact: 'Which members a POS order must have',
    choice:
      'What the booked thing can not do without. An availability id decides, on the rate too; otherwise date and time must lead to exactly one availability (none for a pass). What stays unclear is 422 at the missing member. People are counted for `per_person`, `quantity` or `number_of_bookings` for `per_item`, else one.',
    why: 'The widest set of requests works, and none is completed by a guess.',
  },
  {
    id: 'contradiction',
    fact: 'What happens when members of `details` disagree',
    choice:
      '422 at the member that disagrees: a date or `start_time` that is not that of the departure, or dates that differ from each other (a pass takes any day of its offer period, a whole day starts at 00:00); a `quantity` or `number_of_bookings` above 1 that is not the number of passengers where they are priced per person, or two different ones above 1; a number below 1. A leader that a booking gives needs a first or a last name; an update may clear both. The number 1 never disagrees.',
    why: 'A buyer who sent two answers to one question would be sold the wrong one half of the time. Forms send 1 unasked.',
  },
  {
    id: 'rate-choice',
    fact: 'Which rate a booking is sold at',
    choice:
      'The one under which its availability id was printed: a departure has an id for each of its rates, which means that rate through every edit of the catalogue and never another, while all of them share its places. A booking by date and time that several rates could serve is 422 and names them with their ids.',
    why: 'Whoever was shown one price and one cancellation policy must not be sold another.',
  },
  {
    id: 'leader-passenger',
    fact: 'Whether the leader is a passenger',
    choice: 'Yes, marked `is_leader`, and only once when the passengers repeat the very same person.',
    why: 'Otherwise a party of two would be booked as three.',
  },
  {
    id: 'pending',
    fact: 'What `pending_booking` does',
    choice:
      'The order starts as `InCart` and keeps its places for half an hour; later they are free again and confirming needs new ones (409 if there are none). Running out of time emits no event.',
    why: 'A forgotten cart must not block sales.',
  },
  {
    id: 'statuses',
    fact: 'Which statuses an update takes, and which moves',
    choice:
      'The four that appear, from any to any. Cancelling and deleting give places back; returning takes them again or is 409.',
    why: 'An operator who needs rules lists the allowed moves.',
  },
  {
    id: 'statuses-shown',
    fact: 'Whether carts and deleted orders show in lists and by id',
    choice: 'All four statuses do.',
    why: 'Only the caller knows what to leave out, and has a filter for it.',
  },
  {
    id: 'update-body',
    fact: 'What the update of one order answers',
    choice: '`data` with the order in its full form.',
    why: 'It equals reading the order afterwards.',
  },
  {
    id: 'pos-batch-body',
    fact: 'What PUT v1/pos/orders answers',
    choice: '`data` with the orders in list form, like PUT v1/orders.',
    why: 'Two batch endpoints, one answer.',
  },
  {
    id: 'update-point',
    fact: 'The form of `location.point`',
    choice:
      'Both forms in both places: latitude, longitude and perhaps an address as a list; an id alone; or the object, whose id decides. Any place on earth is taken, and a new point belongs to the city of the order.',
    why: 'The text shows either form in different places.',
  },
  {
    id: 'order-selection',
    fact: '`orders {tags, ids}` in batches',
    choice: 'Both together must hold. None, or nothing found, is 422.',
    why: 'An empty selection must never mean everything.',
  },
  {
    id: 'booked-details-empty',
    fact: 'When `booked_details` is an empty list',
    choice: 'While an order has no booking.',
    why: 'There is nothing yet that it could show.',
  },
  {
    id: 'transfers-unset',
    fact: 'Orders without pickup or dropoff',
    choice: 'Both exist from the start, empty, and can carry tags.',
    why: 'Tags need something to hang on.',
  },
  {
    id: 'transfer-date-in',
    fact: 'The `date` of transfers in requests',
    choice: 'At creation a date-time with its offset (read at the place) or a plain date; in updates a plain date.',
    why: 'A transfer happens on a day at a place.',
  },
  {
    id: 'times',
    fact: 'Times of availabilities, in and out',
    choice: 'Out `HH:MM`; in with or without seconds; where the text demands `HH:MM`, only that.',
    why: 'Reading is lenient, writing is strict.',
  },
  {
    id: 'rates',
    fact: '`number_of_books`, `rates`, sold-out days and missing bounds',
    choice:
      'Enough places must be left; rates by id or title; sold-out days show `remaining` 0 in rates/dates and are left out of dates-availability; a missing bound lies three months from the other; more than 366 days, or an end before the start, are 422; days are those of the place, and past ones show nothing to sell; a rate without prices can not be booked and shows nowhere.',
    why: 'Each list answers its own question: prices there, days to sell here.',
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
      'The fewest and most passengers of the category in one booking, the leader included, whether persons or items are priced. They bind for categories that are present in it: 422 at `passengers`, with a message for each category, because no single passenger is wrong. A category without passengers is never demanded. 0, or a maximum below the minimum, means no limit. Sold out (409) comes first.',
    why: 'Clients show these numbers to buyers; a channel that ignores them sells what the supplier refuses at the door.',
  },
  {
    id: 'per-item-price',
    fact: 'The price of several items',
    choice: 'Price of one, times their number; 422 where the total is more than 99,999,999,999.999.',
    why: 'The simplest exact arithmetic.',
  },
  {
    id: 'price-nulls',
    fact: 'How prices that belong elsewhere are empty',
    choice: 'All three members are null; the triple itself is always there.',
    why: 'Clients can read `prices.sold` without a check.',
  },
  {
    id: 'client-vat',
    fact: 'Where client and VAT of an order come from',
    choice:
      'The client of the role that sold it; the tax of the organization, as a number and `included`, frozen at booking.',
    why: 'A later tax rate must not change a sold order.',
  },
  {
    id: 'nulls-of-dates',
    fact: 'When `booked_at` and `ends_at` are null',
    choice:
      '`booked_at` until an order is first finalised; `ends_at` only together with `starts_at`, which it repeats where the end is not known.',
    why: 'A null says that it has not happened, nothing else.',
  },
  {
    id: 'today',
    fact: 'What `today_orders` selects',
    choice: 'Orders that take place today by the calendar of their place.',
    why: 'Dispatchers think in the day of the place.',
  },
  {
    id: 'created-at',
    fact: 'Where `created_at` appears',
    choice: 'In webhooks.',
    why: 'No REST shape shows it.',
  },
  {
    id: 'phone-country',
    fact: '`phone_country_code`, which no answer has',
    choice: 'Stored by itself; `phone_number` comes back as it was sent.',
    why: 'Nothing that a client sent is rewritten.',
  },
  {
    id: 'checkout-date',
    fact: '`details.checkout_date`',
    choice:
      'Kept. 422 where it lies before the check-in. For `daily`, `MAX_STAY_DAYS` says how many days are sold at most: with 1 a check-out later than the next day is 422; with more, each day up to the one before the check-out is a booking of the order with its own place and price, all or none (409 where one is sold out), at the rate of the first day where that holds.',
    why: 'Nobody pays for one day and believes in four.',
  },
]);
