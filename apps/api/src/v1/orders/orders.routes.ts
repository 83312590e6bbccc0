import { data, type Route, route, wire } from 'graphql-rest-router';
import { z } from 'zod';
import type { V1 } from '../v1.ts';
import { orderListInput, orderListVariables } from './order-filter.ts';

const tags = ['Orders'];
const reference = z.object({ order: wire.text({ min: 1, max: 1_000 }) });

/** Reading orders. */
export const orderRoutes = ({ operation, settings }: V1): Route[] => [
  route({
    method: 'GET',
    path: '/v1/orders',
    operation: operation('ListOrders'),
    input: orderListInput(settings),
    variables: orderListVariables,
    answer: data(),
    summary: 'List orders',
    description:
      'The orders that you may see, newest first, in pages, in list form. `include` adds relations to the entries.',
    openFacts: [
      'default-order',
      'include',
      'booked-details-empty',
      'today',
      'string-tags',
      'statuses-shown',
      'page-defaults',
      'past-the-end',
    ],
    tags,
  }),
  route({
    method: 'GET',
    path: '/v1/orders/:order',
    operation: operation('GetOrder'),
    params: reference,
    variables: (_input, path) => ({ reference: path.order }),
    answer: data(),
    summary: 'Show an order',
    description: 'An order that you may see, by its id or by a tag.',
    refuses: [409],
    openFacts: [
      'order-tag-ref',
      'date-forms',
      'nulls-of-dates',
      'price-nulls',
      'transfers-unset',
      'people-unset',
      'client-vat',
      'null-location',
    ],
    tags,
  }),
];
