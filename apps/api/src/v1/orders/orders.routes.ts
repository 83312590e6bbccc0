import { data, type Route, route, wire } from 'graphql-rest-router';
import { z } from 'zod';
import type { V1 } from '../dependencies.ts';
import { orderCsv } from './csv.ts';
import { exportVariables, orderExportInput, orderListInput, orderListVariables } from './order-filter.ts';
import { batchVariables, orderSelection, orderUpdate } from './order-inputs.ts';

const tags = ['Orders'];
const CHANGE = {
  reference_code: 'DESK-7',
  pickup: { date: '2026-06-09', time: '08:30', location: { point: ['52.3702', '4.8952', 'Damrak 1, Amsterdam'] } },
  leader: { email: 'ada@guest.example' },
};
const BATCH = { orders: { ids: [501, 502] }, status: 'Cancelled' };
const reference = z.object({
  order: wire.text({ min: 1, max: 1_000 }).describe('Id of the order, or one of its tags: the value, or `key:value`.'),
});

/** The endpoints that read and change orders. */
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
      'The orders that you may see, newest first, in pages, in list form. `filter[include]` adds relations to the entries.',
    openFacts: [
      'default-order',
      'include',
      'cities-filter',
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
    path: '/v1/orders/export',
    operation: operation('ExportOrders'),
    input: orderExportInput(settings),
    variables: exportVariables,
    answer: orderCsv(settings.csvColumns),
    summary: 'Export orders',
    description:
      'The orders that you may see as a CSV file, newest first: all that match, or with `page` or `per_page` one page.',
    openFacts: ['csv', 'csv-size', 'cities-filter', 'default-order'],
    tags,
  }),
  route({
    method: 'PUT',
    path: '/v1/orders',
    operation: operation('UpdateOrders'),
    input: z.object({ ...orderUpdate(), orders: orderSelection() }).meta({ example: BATCH }),
    variables: batchVariables,
    answer: data('data.orders'),
    summary: 'Update orders',
    description: 'Makes the same change to many orders: to all of them or none. Answers with the orders in list form.',
    refuses: [409],
    openFacts: ['order-selection', 'statuses', 'person-selection', 'update-point', 'permissions'],
    tags,
  }),
  route({
    method: 'GET',
    path: '/v1/orders/:order',
    operation: operation('GetOrder'),
    params: reference,
    variables: (_input, path) => ({ reference: path.order }),
    answer: data(),
    version: 'version',
    summary: 'Show an order',
    description: 'An order that you may see, by its id or by a tag. Its ETag can be sent as `If-Match` with an update.',
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
  route({
    method: ['PUT', 'PATCH'],
    path: '/v1/orders/:order',
    operation: operation('UpdateOrder'),
    params: reference,
    input: z.object(orderUpdate()).meta({ example: CHANGE }),
    variables: (input, path) => ({ reference: path.order, input }),
    answer: data('data.order'),
    summary: 'Update an order',
    description:
      'Changes an order; members that are left out stay as they are. With `If-Match` the change is refused if the order has changed since.',
    refuses: [409],
    openFacts: ['update-body', 'statuses', 'person-selection', 'update-point', 'permissions', 'order-tag-ref'],
    tags,
  }),
  route({
    method: 'PUT',
    path: '/v1/pos/orders',
    id: 'UpdatePosOrders',
    operation: operation('UpdateOrders'),
    input: z.object({ ...orderUpdate(), orders: orderSelection() }).meta({ example: BATCH }),
    variables: batchVariables,
    answer: data('data.orders'),
    summary: 'Update orders at the point of sale',
    description:
      'Makes the same change to many orders: to all of them or none. A client or contact person may change status, leader, pickup and dropoff. Answers with the orders in list form.',
    refuses: [409],
    openFacts: ['pos-batch-body', 'order-selection', 'statuses', 'person-selection', 'permissions'],
    tags: ['Point of sale'],
  }),
];
