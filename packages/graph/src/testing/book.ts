import type { Context } from '../context.ts';
import { answer, type Refusal, refusal } from './run.ts';

const BOOK_ORDER = /* GraphQL */ `
  mutation BookOrder($role: String!, $level: SafeInt!, $input: BookOrderInput!) {
    order: bookOrder(role: $role, serviceLevelId: $level, input: $input) {
      order {
        ...Booked
      }
    }
  }
`;

const BOOKED = /* GraphQL */ `
  fragment Money on Money { amount currency { code } }
  fragment Triple on Prices { original { ...Money } agent { ...Money } sold { ...Money } }
  fragment Way on Transfer {
    id: databaseId date time driver { id: databaseId } location { point { id: pointId latitude longitude address city { id: databaseId } } }
  }
  fragment Booked on Order {
    id: databaseId status version referenceCode createdAt bookedAt startsAt endsAt startsAtLocal endsAtLocal timeZone
    issuer { id: databaseId } contactPerson { id: databaseId } tourGuide { id: databaseId } client { id: databaseId } city { id: databaseId } supplier { id: databaseId }
    vat { percentage type }
    bookings {
      id: databaseId status quantity prices { ...Triple } availability { id: availabilityId date startTime }
      passengers { passengerId status prices { ...Triple } }
    }
    passengers {
      id: databaseId firstName lastName gender phoneNumber phoneCountryCode whatsappNumber email isLeader
      priceCategory { id: priceCategoryId title isDefault ageRange { min max } }
    }
    pickup { ...Way } dropoff { ...Way }
    tickets { id: databaseId filename url }
    tags { key value }
    totalPrices { ...Triple }
  }
`;

type Money = { amount: number; currency: { code: string } } | null;
/** Three prices in the response of the schema. */
export type Triple = { original: Money; agent: Money; sold: Money };
type Way = {
  id: number;
  date: string | null;
  time: string | null;
  driver: { id: number } | null;
  location: {
    point: { id: number; latitude: number; longitude: number; address: string; city: { id: number } } | null;
  };
};

/** An order in the response to a booking. */
export type BookedOrder = {
  id: number;
  status: string;
  version: number;
  referenceCode: string | null;
  createdAt: string;
  bookedAt: string | null;
  startsAt: string | null;
  endsAt: string | null;
  startsAtLocal: string | null;
  endsAtLocal: string | null;
  bookings: {
    id: number;
    status: string;
    quantity: number;
    prices: Triple;
    availability: { id: number; date: string; startTime: string | null };
    passengers: { passengerId: number; status: string; prices: Triple }[];
  }[];
  passengers: {
    id: number;
    firstName: string;
    isLeader: boolean;
    priceCategory: { id: number; title: string } | null;
  }[];
  pickup: Way;
  dropoff: Way;
  tickets: { id: number; filename: string; url: string }[];
  tags: { key: string; value: string | number }[];
  totalPrices: Triple;
} & Record<string, unknown>;

/** A booking request and its role. */
export type BookingRequest = { role: { id: number }; level: { id: number }; input: Record<string, unknown> };

const variables = ({ role, level, input }: BookingRequest) => ({ role: String(role.id), level: level.id, input });

/** Books, and returns the order. */
export async function book(context: Context, request: BookingRequest): Promise<BookedOrder> {
  const { order } = await answer<{ order: BookedOrder }>(BOOK_ORDER + BOOKED, variables(request), context);
  return order;
}

/** Sends a booking that must be refused, and returns the error. */
export const refusedBooking = (context: Context, request: BookingRequest): Promise<Refusal> =>
  refusal(BOOK_ORDER + BOOKED, variables(request), context);

/** Three prices in one currency, in the response of the schema. */
export const triple = (original: number, agent: number, sold: number, code = 'EUR'): Triple => {
  const money = (amount: number) => ({ amount, currency: { code } });
  return { original: money(original), agent: money(agent), sold: money(sold) };
};

/** Prices of a level at which none are placed. */
export const NO_PRICES: Triple = { original: null, agent: null, sold: null };
