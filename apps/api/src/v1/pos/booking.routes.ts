import { data, type Route, route, wire } from 'graphql-rest-router';
import { z } from 'zod';
import type { V1 } from '../dependencies.ts';
import { bodyId, rolePath, tagPairs } from '../inputs.ts';
import { passenger, personSelection, transferAtCreation } from '../orders/order-inputs.ts';

const { loose, optional } = wire;

const details = z
  .object({
    selected_date: optional(wire.date()),
    quantity: optional(loose.int()),
    availability_id: optional(bodyId()),
    checkin_date: optional(wire.date()),
    checkout_date: optional(wire.date()),
    start_date: optional(wire.date()),
    start_time: optional(wire.timeHMS()),
    number_of_bookings: optional(loose.int()),
  })
  .meta({ title: 'BookingDetails' });

const additionalInformation = z
  .object({
    contact_person: optional(personSelection()),
    tour_guide: optional(personSelection()),
    pickup: optional(transferAtCreation()),
    dropoff: optional(transferAtCreation()),
  })
  .meta({ title: 'AdditionalInformation' });

const BOOKING = {
  leader: { first_name: 'Ada', last_name: 'Byron', email: 'ada@guest.example' },
  passengers: [{ first_name: 'Mary', last_name: 'Somerville' }],
  details: { availability_id: 7301 },
  tags: [{ key: 'desk', value: 'lobby' }],
};

/** The endpoint that books a product. */
export const bookingRoutes = ({ operation }: V1): Route[] => [
  route({
    method: 'POST',
    path: '/v1/pos/roles/:role/service_levels/:service_level/orders',
    operation: operation('BookOrder'),
    params: z.object({ role: rolePath(), service_level: wire.pathId().describe('Id of the service level.') }),
    input: z
      .object({
        leader: optional(passenger()),
        passengers: optional(wire.list(passenger(), { max: 500 })),
        details: optional(details),
        additional_information: optional(additionalInformation),
        tags: optional(tagPairs()),
        pending_booking: optional(loose.bool()),
      })
      .meta({ example: BOOKING }),
    variables: (input, path) => ({ role: path.role, serviceLevelId: path.service_level, input }),
    answer: data('data.order'),
    summary: 'Book a product',
    description:
      'Books a service level. No member is always required: the booking must be derivable from the members together. The error names the missing member if a part cannot be derived, and the contradictory member if members contradict each other. Places are never oversold: without enough places the answer is 409.',
    refuses: [403, 409],
    openFacts: [
      'booking-required',
      'rate-choice',
      'contradiction',
      'leader-passenger',
      'pending',
      'per-item-price',
      'passenger-category',
      'category-limits',
      'no-price-category',
      'transfer-date-in',
      'update-point',
      'person-selection',
      'times',
      'checkout-date',
      'gender',
      'phone-country',
      'client-vat',
    ],
    tags: ['Point of sale'],
  }),
];
