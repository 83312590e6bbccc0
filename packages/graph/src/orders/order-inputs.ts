import { builder } from '../builder.ts';
import { atMost } from '../shared/bounded-arguments.ts';
import { TagInput } from '../tags/tag.ts';
import { TagMatch } from '../tags/tag-match.ts';
import { OrderStatus } from './booking.ts';

/** Maximum characters of a name, a code or a number of a person or an order. */
export const MAX_NAME = 255;
/** Maximum characters of the key of a request. */
const MAX_KEY = 100;
/** Maximum characters of an address. */
export const MAX_ADDRESS = 500;

/** A passenger, as input of mutations. */
export const PersonInput = builder.inputType('PersonInput', {
  description:
    'A passenger. Texts are stored unchanged. A member that is left out is empty (in an update: unchanged); null empties it.',
  fields: (t) => ({
    firstName: t.string({ description: 'First name.', extensions: atMost(MAX_NAME) }),
    lastName: t.string({ description: 'Last name.', extensions: atMost(MAX_NAME) }),
    gender: t.string({ description: 'Any text.', extensions: atMost(MAX_NAME) }),
    phoneNumber: t.string({ description: 'Phone number.', extensions: atMost(MAX_NAME) }),
    phoneCountryCode: t.string({ description: 'Country code of the phone number.', extensions: atMost(MAX_NAME) }),
    whatsappNumber: t.string({ description: 'WhatsApp number.', extensions: atMost(MAX_NAME) }),
    email: t.string({ description: 'E-mail address.' }),
    priceCategoryId: t.int({
      description: "Price category; the service level's default one where it is left out. Only when booking.",
    }),
  }),
});

/** Selects a member of staff or another person of the organization. */
export const PersonSelection = builder.inputType('PersonSelection', {
  description: 'Selects a person: by id, else the only person with all the tags.',
  fields: (t) => ({
    id: t.int({ description: 'Id of the user.' }),
    tags: t.field({ type: [TagMatch], description: 'Tags of the user.' }),
  }),
});

const PointInput = builder.inputType('PointInput', {
  description: 'A point: an existing one by its id, else a new one by its coordinates.',
  fields: (t) => ({
    id: t.int({ description: 'Id of a point or of a pickup place.' }),
    latitude: t.field({ type: 'Decimal', description: 'Degrees north, -90 to 90.' }),
    longitude: t.field({ type: 'Decimal', description: 'Degrees east, -180 to 180.' }),
    address: t.string({ description: 'The address as one line.', extensions: atMost(MAX_ADDRESS) }),
  }),
});

const LocationInput = builder.inputType('LocationInput', {
  description: 'Where a transfer takes place.',
  fields: (t) => ({ point: t.field({ type: PointInput, description: 'The point.' }) }),
});

export const TransferInput = builder.inputType('TransferInput', {
  description: 'The new values of a transfer; a member that is left out stays unchanged.',
  fields: (t) => ({
    date: t.string({ description: 'The day at the place.' }),
    time: t.field({ type: 'LocalTime', description: 'The time of day at the place.' }),
    driverId: t.int({ description: 'Id of a driver; null removes the driver.' }),
    location: t.field({ type: LocationInput, description: 'Where it takes place.' }),
  }),
});

const BookingDetailsInput = builder.inputType('BookingDetailsInput', {
  description:
    'The departure and rate to book: the id of both, else members that match exactly one departure of the service level. Members that contradict each other are refused.',
  fields: (t) => ({
    availabilityId: t.int({
      description: 'Id of the departure at a rate. It takes precedence over the other members.',
    }),
    selectedDate: t.field({ type: 'Date', description: 'The day.' }),
    startDate: t.field({ type: 'Date', description: 'The day, where `selectedDate` is left out.' }),
    checkinDate: t.field({ type: 'Date', description: 'The day, where both others are left out.' }),
    checkoutDate: t.field({
      type: 'Date',
      description:
        'Stored with the order; not before the day. Where whole days are sold, each day before the check-out is booked.',
    }),
    startTime: t.field({ type: 'LocalTime', description: 'Start of the departure.' }),
    quantity: t.int({
      description:
        'Number of items where the price is per item; else the number of passengers. At least 1; 1 is always accepted.',
    }),
    numberOfBookings: t.int({ description: 'The same, where `quantity` is left out.' }),
  }),
});

const AdditionalInformationInput = builder.inputType('AdditionalInformationInput', {
  description: 'Contact person, tour guide and transfers of the passengers.',
  fields: (t) => ({
    contactPerson: t.field({ type: PersonSelection, description: 'The contact person.' }),
    tourGuide: t.field({ type: PersonSelection, description: 'The tour guide.' }),
    pickup: t.field({ type: TransferInput, description: 'The transfer to the place.' }),
    dropoff: t.field({ type: TransferInput, description: 'The transfer back.' }),
  }),
});

export const BookOrderInput = builder.inputType('BookOrderInput', {
  description: 'A booking and its passengers.',
  fields: (t) => ({
    leader: t.field({
      type: PersonInput,
      description: 'The first passenger, who represents the group; needs a first or a last name.',
    }),
    passengers: t.field({
      type: [PersonInput],
      description: 'The other passengers. A passenger who equals the leader in every member is not added twice.',
    }),
    details: t.field({ type: BookingDetailsInput, description: 'The departure and rate to book.' }),
    additionalInformation: t.field({ type: AdditionalInformationInput, description: 'Guides and transfers.' }),
    tags: t.field({ type: [TagInput], description: 'Tags of the order.' }),
    referenceCode: t.string({
      description: "The seller's or buyer's own code for the order.",
      extensions: atMost(MAX_NAME),
    }),
    key: t.string({
      description:
        'A key that the client makes, such as a UUID: a booking of the same user that repeats it answers with the order of the first one, and another booking is refused.',
      extensions: atMost(MAX_KEY),
    }),
    pendingBooking: t.boolean({
      description: 'True: the order starts as `InCart` and holds its places for a limited time.',
    }),
  }),
});

export const OrderUpdateInput = builder.inputType('OrderUpdateInput', {
  description: 'The new values of orders; a member that is left out stays unchanged.',
  fields: (t) => ({
    status: t.field({ type: OrderStatus, description: 'The new state.' }),
    leader: t.field({ type: PersonInput, description: 'New values of the leader.' }),
    contactPerson: t.field({ type: PersonSelection, description: 'The contact person; null removes the person.' }),
    tourGuide: t.field({ type: PersonSelection, description: 'The tour guide; null removes the person.' }),
    pickup: t.field({ type: TransferInput, description: 'New values of the pickup.' }),
    dropoff: t.field({ type: TransferInput, description: 'New values of the dropoff.' }),
    referenceCode: t.string({ description: 'The new reference code; null removes it.', extensions: atMost(MAX_NAME) }),
  }),
});

const RebookedPassengerInput = builder.inputType('RebookedPassengerInput', {
  description: 'The price category of a passenger of a rebooked order.',
  fields: (t) => ({
    passengerId: t.int({ required: true, description: "The passenger's id." }),
    priceCategoryId: t.int({ required: true, description: 'A price category of the new service level.' }),
  }),
});

export const RebookingInput = builder.inputType('RebookingInput', {
  description: 'The new departure and rate of an order.',
  fields: (t) => ({
    details: t.field({ type: BookingDetailsInput, required: true, description: 'The departure and rate to book.' }),
    passengers: t.field({
      type: [RebookedPassengerInput],
      description:
        'Price categories of passengers. Others keep theirs, or get the one of the same name, else the default one.',
    }),
  }),
});

export type Rebooking = typeof RebookingInput.$inferInput;
export type OrderUpdate = typeof OrderUpdateInput.$inferInput;
export type Person = typeof PersonInput.$inferInput;
export type Selection = typeof PersonSelection.$inferInput;
export type TransferChange = typeof TransferInput.$inferInput;
export type BookingDetails = typeof BookingDetailsInput.$inferInput;
export type BookOrder = typeof BookOrderInput.$inferInput;
