import { builder } from '../builder.ts';
import { atMost } from '../shared/bounded-arguments.ts';
import { TagInput } from '../tags/tag.ts';
import { TagMatch } from '../tags/tag-match.ts';
import { OrderStatus } from './booking.ts';

/** Most characters of a name, a code or a number of a person or an order. */
export const MAX_NAME = 255;
/** Most characters of an address. */
export const MAX_ADDRESS = 500;

/** A person who travels, as mutations take one. */
export const PersonInput = builder.inputType('PersonInput', {
  description:
    'A person who travels. Texts are kept as they come; a member that is left out is empty (or stays as it was), null empties it.',
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

/** Names a member of staff or another person of the organization. */
export const PersonSelection = builder.inputType('PersonSelection', {
  description: 'Names a person: by the id, else the only one who carries all the tags.',
  fields: (t) => ({
    id: t.int({ description: 'Id of the user.' }),
    tags: t.field({ type: [TagMatch], description: 'Tags of the user.' }),
  }),
});

const PointInput = builder.inputType('PointInput', {
  description: 'A spot: a known one by its id, else a new one by its coordinates.',
  fields: (t) => ({
    id: t.int({ description: 'Id of a point or of a pickup place.' }),
    latitude: t.field({ type: 'Decimal', description: 'Degrees north, -90 to 90.' }),
    longitude: t.field({ type: 'Decimal', description: 'Degrees east, -180 to 180.' }),
    address: t.string({ description: 'The address as one line.', extensions: atMost(MAX_ADDRESS) }),
  }),
});

const LocationInput = builder.inputType('LocationInput', {
  description: 'Where a transfer takes place.',
  fields: (t) => ({ point: t.field({ type: PointInput, description: 'The spot.' }) }),
});

export const TransferInput = builder.inputType('TransferInput', {
  description: 'What to set on a transfer; a member that is left out stays as it was.',
  fields: (t) => ({
    date: t.string({
      description:
        'The day at the place: a date, or a date-time with an offset, which is turned to the clock of the place.',
    }),
    time: t.field({ type: 'LocalTime', description: 'The time of day at the place.' }),
    driverId: t.int({ description: 'Id of a driver; null takes the driver away.' }),
    location: t.field({ type: LocationInput, description: 'Where it takes place.' }),
  }),
});

const BookingDetailsInput = builder.inputType('BookingDetailsInput', {
  description:
    'Which departure to book at which rate: the id of both, else what finds exactly one departure of the service level. Members that disagree are refused.',
  fields: (t) => ({
    availabilityId: t.int({ description: 'Id of the departure at a rate: it decides.' }),
    selectedDate: t.field({ type: 'Date', description: 'The day.' }),
    startDate: t.field({ type: 'Date', description: 'The day, where `selectedDate` is left out.' }),
    checkinDate: t.field({ type: 'Date', description: 'The day, where both others are left out.' }),
    checkoutDate: t.field({
      type: 'Date',
      description:
        'Kept with the order; not before the day. What is sold by whole days is booked up to the day before it.',
    }),
    startTime: t.field({ type: 'LocalTime', description: 'Start of the departure.' }),
    quantity: t.int({
      description: 'Items to buy, where items are paid; else the number of passengers. At least 1; 1 agrees with any.',
    }),
    numberOfBookings: t.int({ description: 'The same, where `quantity` is left out.' }),
  }),
});

const AdditionalInformationInput = builder.inputType('AdditionalInformationInput', {
  description: 'Who looks after the guests and how they come and go.',
  fields: (t) => ({
    contactPerson: t.field({ type: PersonSelection, description: 'Whom to ask.' }),
    tourGuide: t.field({ type: PersonSelection, description: 'Who guides.' }),
    pickup: t.field({ type: TransferInput, description: 'How the guests come.' }),
    dropoff: t.field({ type: TransferInput, description: 'How the guests go back.' }),
  }),
});

export const BookOrderInput = builder.inputType('BookOrderInput', {
  description: 'What to book, for whom.',
  fields: (t) => ({
    leader: t.field({
      type: PersonInput,
      description: 'The first passenger, who speaks for all; needs a first or a last name.',
    }),
    passengers: t.field({
      type: [PersonInput],
      description: 'The other passengers. One who equals the leader in every member is the leader.',
    }),
    details: t.field({ type: BookingDetailsInput, description: 'Which departure.' }),
    additionalInformation: t.field({ type: AdditionalInformationInput, description: 'Guides and transfers.' }),
    tags: t.field({ type: [TagInput], description: 'Tags of the order.' }),
    pendingBooking: t.boolean({ description: 'True: the order starts in the cart and holds its places for a while.' }),
  }),
});

export const OrderUpdateInput = builder.inputType('OrderUpdateInput', {
  description: 'What to change in orders; a member that is left out stays as it was.',
  fields: (t) => ({
    status: t.field({ type: OrderStatus, description: 'The new state.' }),
    leader: t.field({ type: PersonInput, description: 'What to change of the leader.' }),
    contactPerson: t.field({ type: PersonSelection, description: 'Whom to ask; null takes the person away.' }),
    tourGuide: t.field({ type: PersonSelection, description: 'Who guides; null takes the person away.' }),
    pickup: t.field({ type: TransferInput, description: 'What to change of the pickup.' }),
    dropoff: t.field({ type: TransferInput, description: 'What to change of the dropoff.' }),
    referenceCode: t.string({ description: 'The new code; null takes it away.', extensions: atMost(MAX_NAME) }),
  }),
});

export type OrderUpdate = typeof OrderUpdateInput.$inferInput;
export type Person = typeof PersonInput.$inferInput;
export type Selection = typeof PersonSelection.$inferInput;
export type TransferChange = typeof TransferInput.$inferInput;
export type BookingDetails = typeof BookingDetailsInput.$inferInput;
export type BookOrder = typeof BookOrderInput.$inferInput;
