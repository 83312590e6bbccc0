import { describe, expect, it } from 'vitest';
import { graphqlBreaks } from './graphql-breaks.ts';

const SCHEMA = `
  directive @cached(seconds: Int = 1) on QUERY | FIELD
  scalar Instant
  interface Node { id: ID! }
  interface Named { name: String }
  enum Status { booked cancelled }
  enum Sort { id date }
  union Place = City | Country
  type City implements Node { id: ID! name: String! }
  type Country implements Node { id: ID! name: String! }
  type Region { name: String }
  type Order implements Node {
    id: ID!
    status: Status!
    note: String
    tags: [String!]!
    price(currency: String = "EUR", digits: Int): Float!
    pickup: Place
    region: Region
  }
  input OrderInput { code: String! count: Int lines: [Int] seats: Int = 1 }
  input OrderFilter { search: String sort: Sort }
  type Query {
    order(id: ID!): Order
    orders(filter: OrderFilter, page: Int = 1): [Order!]!
  }
  type Mutation { bookOrder(input: OrderInput!): Order! }
  type Subscription { orderChanged(id: ID): Order! }
`;

function changed(part: string, replacement: string): string {
  expect(SCHEMA).toContain(part);
  return SCHEMA.replace(part, replacement);
}

const breaksOf = async (part: string, replacement: string) =>
  (await graphqlBreaks(SCHEMA, changed(part, replacement))).map(({ name }) => name);

const BREAKS: [kind: string, part: string, replacement: string, name: string][] = [
  ['a field removed', 'note: String', '', 'Order.note'],
  ['a field of another type', 'note: String', 'note: Int', 'Order.note'],
  ['a field made nullable', 'status: Status!', 'status: Status', 'Order.status'],
  ['a list whose entries may be null', 'tags: [String!]!', 'tags: [String]!', 'Order.tags'],
  ['a list in place of a value', 'note: String', 'note: [String]', 'Order.note'],
  ['a type removed', 'region: Region\n', 'region: String\n', 'Order.region'],
  ['a type of another kind', 'scalar Instant', 'enum Instant { now }', 'Instant'],
  ['a scalar removed', 'scalar Instant', '', 'Instant'],
  ['an interface removed from a type', 'City implements Node', 'City', 'City'],
  ['an interface added to a type', 'type Region {', 'type Region implements Named {', 'Region'],
  ['a field of an interface removed', 'interface Node { id: ID! }', 'interface Node { key: ID }', 'Node.id'],
  ['a member of a union removed', 'City | Country', 'City', 'Place'],
  ['a member of a union added', 'City | Country', 'City | Country | Region', 'Place'],
  ['an enum value removed', 'booked cancelled', 'booked', 'Status.cancelled'],
  ['a further enum value that clients receive', 'booked cancelled', 'booked cancelled expired', 'Status.expired'],
  ['an enum value of an input removed', 'id date', 'id', 'Sort.date'],
  ['a query removed', 'order(id: ID!): Order\n', '', 'Query.order'],
  ['a mutation removed', 'bookOrder(input: OrderInput!)', 'sellOrder(input: OrderInput!)', 'Mutation.bookOrder'],
  ['a subscription removed', 'orderChanged(id: ID)', 'orderMoved(id: ID)', 'Subscription.orderChanged'],
  ['all mutations removed', 'type Mutation { bookOrder(input: OrderInput!): Order! }', '', 'Mutation'],
  ['an argument removed', ', digits: Int', '', 'Order.price.digits'],
  ['a required argument added', 'digits: Int', 'digits: Int, vat: Int!', 'Order.price.vat'],
  ['an argument made required', 'orderChanged(id: ID)', 'orderChanged(id: ID!)', 'Subscription.orderChanged.id'],
  ['an argument of another type', 'digits: Int', 'digits: String', 'Order.price.digits'],
  ['another default value of an argument', '"EUR"', '"USD"', 'Order.price.currency'],
  ['an input field removed', 'count: Int ', '', 'OrderInput.count'],
  ['a required input field added', 'code: String!', 'code: String! day: Int!', 'OrderInput.day'],
  ['an input field made required', 'count: Int', 'count: Int!', 'OrderInput.count'],
  ['an input field of another type', 'count: Int', 'count: String', 'OrderInput.count'],
  ['input entries that may not be null', 'lines: [Int]', 'lines: [Int!]', 'OrderInput.lines'],
  ['another default value of an input field', 'seats: Int = 1', 'seats: Int = 2', 'OrderInput.seats'],
  ['a directive removed', 'directive @cached(seconds: Int = 1) on QUERY | FIELD', '', '@cached'],
  ['a directive in fewer places', 'QUERY | FIELD', 'QUERY', '@cached'],
  ['another default value of a directive', 'seconds: Int = 1', 'seconds: Int = 2', '@cached.seconds'],
];

const COMPATIBLE: [kind: string, part: string, replacement: string][] = [
  ['a new field', 'note: String', 'note: String remark: String'],
  ['a new type', 'scalar Instant', 'scalar Instant type Day { number: Int! kind: Kind } enum Kind { work rest }'],
  ['a new query', 'order(id: ID!): Order', 'order(id: ID!): Order region: Region'],
  ['a field that is never null', 'note: String', 'note: String!'],
  ['a new optional argument', 'digits: Int', 'digits: Int, vat: Int'],
  ['an argument made optional', 'order(id: ID!)', 'order(id: ID)'],
  ['a new optional input field', 'count: Int', 'count: Int day: Int'],
  ['a required input field with a default value', 'count: Int', 'count: Int day: Int! = 1'],
  ['an input field made optional', 'code: String!', 'code: String'],
  ['a new enum value that clients only send', 'id date', 'id date price'],
  ['a deprecated field', 'note: String', 'note: String @deprecated(reason: "Use tags.")'],
  ['another description', 'note: String', '"What staff noted." note: String'],
];

describe('breaks of a GraphQL schema', () => {
  it.each(BREAKS)('reports %s', async (_kind, part, replacement, name) => {
    expect(await breaksOf(part, replacement)).toContain(name);
  });

  it.each(COMPATIBLE)('accepts %s', async (_kind, part, replacement) => {
    expect(await breaksOf(part, replacement)).toEqual([]);
  });
});
