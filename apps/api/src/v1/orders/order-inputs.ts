import { MAX_ADDRESS, MAX_NAME } from '@channel/graph';
import { wire } from 'graphql-rest-router';
import { z } from 'zod';
import { bodyId, bodyIds, tagMatches } from '../inputs.ts';

/* Input members that creating and updating orders share. */

const { loose, optional, nullable, clearable, unclearable } = wire;
/** The statuses of an order, as the specification names them. */
export const STATUSES = ['InCart', 'Booked', 'Deleted', 'Cancelled'] as const;

const name = () => clearable(wire.text({ max: MAX_NAME }));

/** The details of a passenger; texts are stored unchanged. */
export const person = () =>
  z
    .object({
      first_name: name(),
      last_name: name(),
      gender: name(),
      phone_number: name(),
      phone_country_code: name(),
      whatsapp_number: name(),
      email: clearable(wire.email()),
    })
    .meta({ title: 'Person' });

/** A person in a booking, with a price category. */
export const passenger = () =>
  person()
    .extend({ price_category_id: optional(bodyId()) })
    .meta({ title: 'NewPassenger' });

/** A contact person or tour guide, by id or by tags. */
export const personSelection = () =>
  z.object({ id: nullable(bodyId()), tags: optional(tagMatches()) }).meta({ title: 'PersonSelection' });

const coordinates = z
  .object({
    id: optional(bodyId()),
    latitude: optional(loose.number({ min: -90, max: 90 })),
    longitude: optional(loose.number({ min: -180, max: 180 })),
    address: clearable(wire.text({ max: MAX_ADDRESS })),
  })
  .meta({ title: 'Spot' });

/** `[latitude, longitude, address?]`, or `[id]`. */
const listed = wire
  .list(z.union([wire.text({ max: MAX_ADDRESS }), wire.number()]), { min: 1, max: 3 })
  .transform((parts, context) => {
    const [first, longitude, address] = parts;
    const read = coordinates.safeParse(
      longitude === undefined ? { id: first } : { latitude: first, longitude, address },
    );
    if (read.success) return read.data;
    for (const { message } of read.error.issues) context.issues.push({ code: 'custom', message, input: parts });
    return z.NEVER;
  });

type Spot = z.output<typeof coordinates>;

/** A location in any of its forms: an id, an object, or a list of texts. An empty one counts as absent. */
const point = () =>
  z
    .union(
      [
        z
          .preprocess((value) => (typeof value === 'object' ? undefined : value), bodyId())
          .transform((id): Spot => ({ id })),
        listed,
        coordinates,
      ],
      { error: 'must be an id, a list of texts, or an object with id or latitude and longitude' },
    )
    .transform((spot) => (Object.values(spot).some((member) => member != null) ? spot : undefined));

const location = () => z.object({ point: nullable(point()) });

/** A pickup or dropoff of a booking: its date may be a date-time with an offset. */
export const transferAtCreation = () =>
  z
    .object({
      date: optional(
        wire
          .dateTime({ orDate: true })
          .describe('A date, or a date-time with an offset, which is converted to the time zone of the place.'),
      ),
      time: optional(wire.timeHM()),
      driver_id: optional(bodyId()),
      location: nullable(location()),
    })
    .meta({ title: 'NewTransfer' });

/** A pickup or dropoff of an update: its date is a plain date. */
export const transferOfUpdate = () =>
  z
    .object({
      date: nullable(wire.date()).describe('A date (`YYYY-MM-DD`); null clears it.'),
      time: nullable(wire.timeHM()),
      driver_id: nullable(bodyId()),
      location: nullable(location()),
    })
    .meta({ title: 'TransferChange' });

/** Members of every update of orders. */
export const orderUpdate = () => ({
  pickup: unclearable(transferOfUpdate()),
  dropoff: unclearable(transferOfUpdate()),
  status: unclearable(wire.oneOf(STATUSES)),
  contact_person: nullable(personSelection()),
  tour_guide: nullable(personSelection()),
  reference_code: clearable(wire.text({ max: MAX_NAME })),
  leader: unclearable(person()),
});

/** The selection of a batch's orders. */
export const orderSelection = () =>
  z.object({ ids: optional(bodyIds()), tags: optional(tagMatches()) }).meta({ title: 'OrderSelection' });

/** Variables of a batch: the selection, and all other members as the change. */
export const batchVariables = <Selection, Update extends object>({
  orders,
  ...input
}: Update & { orders: Selection }) => ({
  orders,
  input,
});
