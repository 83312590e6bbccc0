import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { pageVariables } from './page-variables.ts';

it('finds variables for page sizes and ids of lists at every level of a document', () => {
  const text = `
    query ($n: Int!, $page: Int, $few: Int, $cursor: String, $ids: [SafeInt!]!, $filtered: [SafeInt!]) {
      orders(perPage: $n, page: $page, filter: { client: { ids: $filtered } }) { id: databaseId }
      ordersMeta(perPage: $n) { total }
      ordersById(ids: $ids) { id: databaseId }
      clients(limit: 7) { id: databaseId }
      citiesConnection(first: $few, after: $cursor) { ...Named }
      peopleConnection(last: $n) { nodes { id } }
      webhookEvents { ...Sent ... on WebhookEvent { deliveries { repeats(perPage: $few) { id: databaseId } } } }
    }
    fragment Named on CityConnection { nodes { id } }
    fragment Sent on WebhookEvent { deliveries(perPage: $n) { id: databaseId } }`;
  expect(pageVariables(schema, parse(text))).toEqual([
    { name: 'n', field: 'Query.orders' },
    { name: 'ids', field: 'Query.ordersById' },
    { name: 'few', field: 'Query.citiesConnection' },
    { name: 'n', field: 'Query.peopleConnection' },
    { name: 'few', field: 'WebhookDelivery.repeats' },
    { name: 'n', field: 'WebhookEvent.deliveries' },
  ]);
});
