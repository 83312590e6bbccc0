import { z } from 'zod';
import { amount, anyText, date, instant, key, tags, text, time } from './scalars.ts';

const prices = z
  .strictObject({ original: amount, agent: amount, sold: amount })
  .nullable()
  .default(null)
  .describe('The agreed prices; null: those of the rate.');

const transfer = z
  .strictObject({
    date: date.nullable().default(null),
    time: time.nullable().default(null),
    driver: key.nullable().default(null),
    point: key.nullable().default(null),
    tags,
  })
  .nullable()
  .default(null);

export const booking = z.strictObject({
  product: key,
  serviceLevel: key,
  rate: key,
  date: date.nullable().default(null).describe('The date in the time zone of the city; optional only for a pass.'),
  startTime: time.nullable().default(null),
  quantity: z.int().min(1).max(10_000).nullable().default(null).describe('Number of items, if it is sold per item.'),
  prices,
  tags,
});

export const passenger = z.strictObject({
  firstName: anyText(200),
  lastName: anyText(200),
  gender: anyText(100).default(''),
  phoneNumber: anyText(100).default(''),
  phoneCountryCode: anyText(20).default(''),
  whatsappNumber: anyText(100).default(''),
  email: z.union([z.literal(''), z.email().max(320)]).default(''),
  priceCategory: key.nullable().default(null).describe('Null: the default category of the service level.'),
  prices,
});

export const order = z.strictObject({
  key,
  role: key.describe('The role that sold it; its organization is the seller.'),
  issuer: key,
  client: key.nullable().default(null).describe("Null: the role's client."),
  contactPerson: key.nullable().default(null),
  tourGuide: key.nullable().default(null),
  city: key.nullable().default(null).describe('The city of an order without a booking; otherwise that of the product.'),
  status: z.enum(['InCart', 'Booked', 'Deleted', 'Cancelled']),
  referenceCode: text(200).nullable().default(null),
  createdAt: instant,
  bookedAt: instant.nullable().default(null),
  updatedAt: instant.nullable().default(null).describe('Null: `bookedAt`, else `createdAt`.'),
  holdUntil: instant.nullable().default(null).describe('The time until which an order in the cart holds its places.'),
  checkoutDate: date.nullable().default(null),
  booking: booking.nullable().default(null),
  passengers: z.array(passenger).max(1_000).default([]).describe('The first is the leader.'),
  pickup: transfer,
  dropoff: transfer,
  tags,
});
