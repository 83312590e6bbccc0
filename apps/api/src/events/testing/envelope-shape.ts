import { z } from 'zod';

// The specification's shapes, strictly: no additional and no missing member.
const spaced = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const zulu = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const tags = z.array(z.strictObject({ key: z.string(), value: z.union([z.string(), z.number()]) }));
const currency = z.strictObject({ code: z.string(), symbol: z.string(), name: z.string() });
const money = z.strictObject({ amount: z.number(), currency }).nullable();
const prices = z.strictObject({ original: money, agent: money, sold: money });
const user = z.strictObject({ id: z.int(), name: z.string(), profile_photo_url: z.url(), tags });
const country = z.strictObject({ id: z.int(), name: z.string(), code: z.string().length(2) });
const city = z.strictObject({ id: z.int(), name: z.string(), tags });
const media = z.strictObject({ id: z.int(), filename: z.string(), url: z.url() });
const point = z.strictObject({
  id: z.int(),
  latitude: decimal,
  longitude: decimal,
  address: z.string(),
  city: city.extend({ country }),
});
const transfer = z.strictObject({
  id: z.int(),
  date: day.nullable(),
  time: z
    .string()
    .regex(/^\d\d:\d\d:\d\d$/)
    .nullable(),
  driver: user.nullable(),
  location: z.strictObject({ point: point.nullable() }),
});
const status = z.enum(['InCart', 'Booked', 'Deleted', 'Cancelled']);
const supplier = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  tags,
  permissions: z.array(z.strictObject({ name: z.string(), description: z.string() })),
});
const bookedDetails = z.strictObject({
  product: z.strictObject({
    id: z.int(),
    title: z.string(),
    highlights: z.array(z.string()),
    description: z.string(),
    what_to_bring: z.string(),
    know_before_you_go: z.string(),
    supplier: supplier.nullable(),
    banner: media,
    thumbnail: media,
    images: z.array(media),
    videos: z.array(z.strictObject({ video_code: z.string(), type: z.string(), url: z.string() })),
    categories: z.array(z.strictObject({ id: z.int(), title: z.string(), tags })),
    labels: z.array(z.string()),
    tags,
    distributor: z.strictObject({ name: z.string() }),
  }),
  service_level: z.strictObject({
    title: z.string(),
    description: z.string(),
    business_hours: z.string().nullable(),
    capacity: z.int(),
    pricing_type: z.string(),
    has_pickup: z.boolean(),
    has_drop_off: z.boolean(),
    has_tour_guide: z.boolean(),
    duration: decimal,
    cut_off_time: z.number(),
    availability_type: z.string(),
    offer_time_start: zulu,
    offer_time_end: zulu,
  }),
  rate: z.strictObject({
    pass_expiration_date: day.nullable(),
    pass_expiration_minutes_after_booking: z.int().nullable(),
  }),
  rates: z.array(
    z.strictObject({
      id: z.int(),
      title: z.string(),
      cancellation_policies: z.strictObject({
        penalties: z.array(z.strictObject({ id: z.int(), time: z.int(), percentage: z.number() })),
        description: z.string().nullable(),
      }),
    }),
  ),
  starting_point: z.strictObject({
    latitude: decimal,
    longitude: decimal,
    address: z.string(),
    city: city,
    country: country,
  }),
});
/** The envelope of an event about an order (specification, section Events), with the webhook formats. */
export const envelope = z.strictObject({
  id: z.uuid(),
  event: z.literal('order-updated'),
  created_at: spaced,
  data: z.strictObject({
    id: z.int(),
    starts_at: zulu.nullable(),
    ends_at: zulu.nullable(),
    reference_code: z.string().nullable(),
    booked_at: spaced.nullable(),
    created_at: spaced,
    status,
    tour_guide: user.nullable(),
    issuer: user,
    contact_person: user.nullable(),
    client: z.strictObject({ id: z.int(), name: z.string(), description: z.string().nullable(), tags }),
    vat: z.strictObject({ percentage: z.number(), type: z.string() }),
    bookings: z.array(
      z.strictObject({
        id: z.int(),
        status,
        prices,
        availability: z.strictObject({ id: z.int(), start_time: z.string().nullable(), date: day }),
        passengers: z.array(
          z.strictObject({
            passenger_id: z.int(),
            status: z.enum(['InCart', 'Booked', 'Deleted', 'CANCELED']),
            prices,
          }),
        ),
      }),
    ),
    passengers: z.array(
      z.strictObject({
        id: z.int(),
        first_name: z.string(),
        last_name: z.string(),
        gender: z.string(),
        phone_number: z.string(),
        whatsapp_number: z.string(),
        email: z.string(),
        is_leader: z.boolean(),
        price_category_details: z.string(),
      }),
    ),
    pickup: transfer,
    dropoff: transfer,
    tickets: z.array(media),
    tags,
    booked_details: bookedDetails,
    total_prices: prices,
  }),
  meta: z.strictObject({ user }),
});
