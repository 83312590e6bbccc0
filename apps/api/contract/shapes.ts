import { z } from 'zod';

/*
 * The shapes of the contract, written manually from its text (sections "Resources and their fields" and "Endpoints")
 * and never from the server's answers: exact key sets, types, and null only where the text has it or leaves the unset
 * state open (docs/open-facts.md). Only test code reads this file.
 */

const { strictObject: shape, array: list } = z;
const id = z.int();
const text = z.string();
const filled = z.string().min(1);
const calendarDay = (value: string) => {
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
};
export const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(calendarDay);
const hourMinute = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const hourMinuteSecond = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/);
const dateTime = z.string().regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/);
const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/);

export const tags = list(shape({ key: text, value: z.union([text, z.number()]) }));
const currency = shape({ code: filled, symbol: text, name: text });
export const money = shape({ amount: z.number(), currency });
const noPrices = shape({ original: z.null(), agent: z.null(), sold: z.null() });
const allPrices = shape({ original: money, agent: money, sold: money });
const prices = shape({ original: money.nullable(), agent: money.nullable(), sold: money.nullable() });
const media = shape({ id, filename: filled, url: z.url() });
const video = shape({ video_code: text, type: text, url: z.url() });
const country = shape({ id, name: text, code: z.string().regex(/^[A-Z]{2}$/) });
export const city = shape({ id, name: text, country, tags });
export const category = shape({ id, title: text, tags });
const language = shape({ code: filled, name: text, is_default: z.boolean() });
const organization = shape({ id, name: text, currency, languages: list(language) });
const permissions = list(shape({ name: text, description: text }));
const supplierWithout = shape({ id, name: text, description: text.nullable(), tags });
const supplier = supplierWithout.extend({ permissions });
/** Frozen at booking, so a new member of a supplier is no member of it. */
const bookedSupplier = shape({ id, name: text, description: text.nullable(), tags, permissions });
export const user = shape({ id, name: text, profile_photo_url: z.url(), tags });
const point = shape({ id, latitude: decimalText, longitude: decimalText, address: text, city });
const priceCategory = shape({
  id,
  title: text,
  is_default: z.boolean(),
  minimum: z.int(),
  maximum: z.int(),
  age_range: shape({ min: z.int(), max: z.int() }),
});
const cancellationPolicies = shape({
  penalties: list(shape({ id, time: z.int(), percentage: z.number() })),
  description: text.nullable(),
});
const duration = shape({ time: z.number(), description: text.nullable() });

const bookedServiceLevel = shape({
  title: text,
  description: text,
  business_hours: text.nullable(),
  capacity: z.int(),
  pricing_type: text,
  availability_type: text,
  has_pickup: z.boolean(),
  has_drop_off: z.boolean(),
  has_tour_guide: z.boolean(),
  duration,
  cut_off_time: z.number(),
  offer_time_start: date,
  offer_time_end: date,
});
const serviceLevel = bookedServiceLevel.extend({ id, is_complete: z.boolean(), price_categories: list(priceCategory) });

export const productDetail = shape({
  id,
  title: text,
  short_description: text,
  description: text,
  highlights: list(text),
  know_before_you_go: text,
  what_to_bring: text,
  is_published: z.boolean().nullable(),
  back_office: z.boolean(),
  editable: z.boolean(),
  supplier: supplierWithout.nullable(),
  currencies: shape({ supported: list(currency) }),
  organization,
  location: point.nullable(),
  points: list(point),
  categories: list(category),
  labels: list(text),
  ticket: shape({ title: text, message: text, per_participant: z.boolean() }).nullable(),
  images: list(media),
  videos: list(video),
  banner: media,
  thumbnail: media,
  service_levels: list(serviceLevel),
  additional_services: list(z.never()),
  tags,
});

export const productEntry = shape({
  id,
  title: text,
  short_description: text,
  back_office: z.boolean(),
  organization,
  location: point.nullable(),
  categories: list(category),
  labels: list(text),
  images: list(media),
  banner: media,
  thumbnail: media,
  tags,
  additional_services: list(z.never()),
  price: shape({ starting_from: money }),
});

export const meta = shape({
  total: z.int(),
  per_page: z.int(),
  last_page: z.int(),
  current_page: z.int(),
  from: z.int(),
  to: z.int(),
});

export const rateByDate = shape({
  date,
  rates: list(
    shape({
      id,
      title: text,
      service_level: shape({
        id,
        title: text,
        capacity: z.string().regex(/^\d+$/),
        duration,
        business_hours: text.nullable(),
        has_pickup: z.boolean(),
        pricing_type: text,
        has_drop_off: z.boolean(),
        has_tour_guide: z.boolean(),
        availability_type: text,
      }),
      per_item_prices: list(money),
      per_person_prices: list(shape({ price_category: priceCategory, prices: list(money) })),
      cancellation_policies: cancellationPolicies,
      availabilities: list(
        shape({
          id,
          start_time: hourMinute.nullable(),
          end_time: hourMinute.nullable(),
          remaining: z.int().min(0),
          availability_type: text,
          expiration_date: date.nullable(),
          expiration_minutes_after_booking: z.int().nullable(),
        }),
      ),
    }),
  ).min(1),
});

const timeRange = shape({ start: hourMinute.nullable(), end: hourMinute.nullable() });
export const pickupOptions = shape({
  type: text,
  time_window: z.int(),
  time_before: z.int(),
  places: list(
    shape({ id, address: text, time_before: z.int(), time_range: shape({ start: hourMinute, end: hourMinute }) }),
  ),
  time_selection: shape({ time_range: timeRange, time_list: list(shape({ id, time: hourMinute })) }),
});

const bookedDetails = shape({
  product: shape({
    id,
    title: text,
    highlights: list(text),
    description: text,
    what_to_bring: text,
    know_before_you_go: text,
    supplier: bookedSupplier.nullable(),
    banner: media,
    thumbnail: media,
    images: list(media),
    videos: list(video),
    categories: list(category),
    labels: list(text),
    tags,
    distributor: shape({ name: text }),
  }),
  service_level: bookedServiceLevel,
  rate: shape({ pass_expiration_date: date.nullable(), pass_expiration_minutes_after_booking: z.int().nullable() }),
  rates: list(shape({ id, title: text, cancellation_policies: cancellationPolicies })),
  starting_point: shape({
    latitude: decimalText.nullable(),
    longitude: decimalText.nullable(),
    address: text.nullable(),
    city: shape({ id, name: text, tags }).nullable(),
    country: country.nullable(),
  }),
});

const status = z.enum(['InCart', 'Booked', 'Deleted', 'Cancelled']);
const booking = shape({
  id,
  status,
  prices,
  availability: shape({ id, start_time: hourMinute.nullable(), date }),
  passengers: list(shape({ passenger_id: id, status, prices })),
});
const passenger = shape({
  id,
  first_name: text,
  last_name: text,
  gender: text,
  phone_number: text,
  whatsapp_number: text,
  email: text,
  is_leader: z.boolean(),
  price_category: priceCategory.nullable(),
});
export const transfer = shape({
  id,
  date: date.nullable(),
  time: hourMinuteSecond.nullable(),
  driver: user.nullable(),
  location: shape({ point: point.nullable() }),
});

/** Single order and created order: without city and supplier. */
export const orderFull = shape({
  id,
  starts_at: dateTime.nullable(),
  ends_at: dateTime.nullable(),
  reference_code: text.nullable(),
  booked_at: dateTime.nullable(),
  status,
  tour_guide: user.nullable(),
  issuer: user,
  contact_person: user.nullable(),
  client: shape({ id, name: text, description: text.nullable(), tags }),
  vat: shape({ percentage: z.number(), type: text }),
  bookings: list(booking),
  passengers: list(passenger),
  pickup: transfer,
  dropoff: transfer,
  tickets: list(media),
  tags,
  booked_details: z.union([bookedDetails, list(z.never())]),
  total_prices: prices,
});

/** Entry of the list and answer of batches: ten members. */
export const orderList = shape({
  id,
  tags,
  booked_at: dateTime.nullable(),
  bookings: list(booking),
  booked_details: z.union([bookedDetails, list(z.never())]),
  city,
  supplier: supplier.nullable(),
  passengers: list(passenger),
  status,
  starts_at: dateTime.nullable(),
});

export const profile = shape({
  id,
  name: text,
  email: text,
  tags,
  roles: list(shape({ id, name: text, description: text.nullable(), tags, permissions })),
  profile_photo_url: z.url(),
  organizations: list(organization),
  email_verified: z.boolean(),
});

export const data = <Shape extends z.ZodType>(of: Shape) => shape({ data: of });
export const tokens = data(shape({ access_token: filled, refresh_token: filled }));
export const unauthenticated = shape({ message: z.literal('Unauthenticated.') });
export const planned = shape({ errors: z.null(), meta: shape({ message: filled, tracking_id: z.null() }) });
export const invalid = shape({
  errors: z.record(z.string(), list(filled).min(1)).refine((errors) => Object.keys(errors).length > 0),
  meta: shape({ message: filled, tracking_id: text.nullable() }),
});

/** Rules 1 to 3 of "Pricing placement rules", for the order of a pricing and an availability type. */
export const placement = (pricing: 'per_person' | 'per_item', availability: string) =>
  z.looseObject({
    starts_at: availability === 'pass' ? z.null() : dateTime,
    ends_at: availability === 'pass' ? z.null() : dateTime,
    bookings: list(
      z.looseObject({
        prices: pricing === 'per_person' ? noPrices : allPrices,
        passengers: list(z.looseObject({ prices: pricing === 'per_person' ? allPrices : noPrices })).min(1),
      }),
    ).length(1),
    total_prices: allPrices,
  });
