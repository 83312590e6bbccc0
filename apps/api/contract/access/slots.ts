import { bookings } from './bookings.ts';
import { orderByTag, paths } from './paths.ts';
import { reads } from './reads.ts';
import type { Slot } from './slot.ts';
import { foreignTags, tagging } from './tagging.ts';
import { selections, updates } from './updates.ts';

/** Every member that can name an object. */
export const SLOTS: Slot[] = [
  ...reads,
  ...paths,
  ...orderByTag,
  ...updates,
  ...selections,
  ...bookings,
  foreignTags,
  ...tagging,
];

/** Members that name no object: they describe the request's own object, or a date, a number, a text. */
export const PLAIN = new Set(
  `page per_page sort email username password refresh_token first_name last_name gender phone_number phone_country_code
   whatsapp_number today_orders start end include status back_office number_of_books start_date end_date selected_date
   quantity checkin_date checkout_date start_time number_of_bookings date time latitude longitude address reference_code
   pending_booking tag target`.split(/\s+/),
);
