import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { type GraphQLObjectType, getNamedType, isObjectType, isRequiredArgument, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from './context.ts';
import { compilationOf } from './execute.ts';
import { schema } from './schema.ts';
import { book } from './testing/book.ts';
import { contextFor } from './testing/context.ts';
import { answer } from './testing/run.ts';

/*
 * `@wire` gives the same answer compiled and executed, or prevents compilation. Tested: each form on each field that is
 * reachable from an order, and ambiguous uses.
 */

let database: TestDatabase;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  const seller = await make.userWith(['products.book', 'orders.view-all']);
  context = await contextFor(database.db, seller.id);
  const { level, departure } = await make.offer([seller.role.id], { level: { durationTime: 1.5 } });
  const input = {
    leader: { firstName: 'Ann' },
    passengers: [{ firstName: 'Ben' }],
    details: { availabilityId: departure.id },
  };
  await book(context, { role: seller.role, level, input });
  await make.order({ status: 'Cancelled', referenceCode: 'R', tags: { a: 1, b: 'x' } });
  await make.order({ offer: null, status: 'InCart', passengers: [{}, {}] });
});
afterAll(() => database.drop());

const FORMS = [
  'TEXT',
  'NULL',
  'EMPTY_LIST',
  'DATE_TIME_TEXT',
  'ISO_DATE_TIME',
  'ONLY_MEMBER',
  'CANCELED',
  'SHORT_TIME',
].map((form) => `as: ${form}`);
const NULL_FORMS = ['nullAs: EMPTY_LIST', 'nullAs: EMPTY_TEXT'];
const WIRES = [...FORMS, ...NULL_FORMS, ...FORMS.map((form) => `${form}, nullAs: EMPTY_TEXT`)];

const isCompiled = (text: string) => 'compiled' in compilationOf(parse(text));

/** Forms that must remain compiled, because contracts use them. */
const KNOWN = [
  'Order.bookedAt as: DATE_TIME_TEXT, nullAs: EMPTY_TEXT',
  'BookedServiceLevel.offerTimeEnd as: ISO_DATE_TIME',
  'BookedServiceLevel.duration { time } as: ONLY_MEMBER',
  'Passenger.priceCategory { title } as: ONLY_MEMBER, nullAs: EMPTY_TEXT',
  'BookingPassenger.status as: CANCELED',
  'BookedDeparture.startTime as: SHORT_TIME',
  'StartingPoint.latitude as: TEXT',
];

const leavesOf = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields()).flatMap((field) => (isObjectType(getNamedType(field.type)) ? [] : [field.name]));

/** The fields that are reachable from a type, each once, with a function that makes its document with a directive. */
function fieldsFrom(type: GraphQLObjectType, around: (inner: string) => string, seen = new Set<string>()) {
  const found: { field: string; withWire: (wire: string) => string }[] = [];
  for (const { name, type: of, args } of Object.values(type.getFields())) {
    const field = `${type.name}.${name}`;
    if (seen.has(field) || args.some(isRequiredArgument)) continue;
    seen.add(field);
    const named = getNamedType(of);
    if (!isObjectType(named)) {
      found.push({ field, withWire: (wire) => around(`${name} @wire(${wire})`) });
      continue;
    }
    for (const member of leavesOf(named))
      found.push({
        field: `${field} { ${member} }`,
        withWire: (wire) => around(`${name} @wire(${wire}) { ${member} }`),
      });
    // Behind a field that runs by itself, nothing is compiled: other paths lead there, too.
    if (!isCompiled(`{ ${around(`${name} { __typename }`)} }`)) continue;
    found.push(...fieldsFrom(named, (inner) => around(`${name} { ${inner} }`), seen));
  }
  return found;
}

/** The number of roots in one document. */
const ROOTS_PER_DOCUMENT = 40;

describe('@wire', () => {
  it('in each form, on each field reachable from an order, gives the same answer compiled and executed', async () => {
    const order = schema.getType('Order') as GraphQLObjectType;
    const compiled: string[] = [];
    const names: string[] = [];
    for (const { field, withWire } of fieldsFrom(order, (inner) => `orders { ${inner} }`))
      for (const wire of WIRES) {
        // A document that is not compiled is executed in any case.
        if (!isCompiled(`{ ${withWire(wire)} }`)) continue;
        compiled.push(withWire(wire));
        names.push(`${field} ${wire}`);
      }
    expect(compiled.length).toBeGreaterThan(500);
    expect(names).toEqual(expect.arrayContaining(KNOWN));
    for (let start = 0; start < compiled.length; start += ROOTS_PER_DOCUMENT) {
      const roots = compiled
        .slice(start, start + ROOTS_PER_DOCUMENT)
        .map((root, index) => `r${start + index}: ${root}`);
      await answer(`{ ${roots.join(' ')} }`, {}, context);
    }
  }, 60_000);

  it('that is ambiguous prevents compilation', async () => {
    const order = (...parts: string[]) => `query ($no: Boolean = false) { orders { ${parts.join(' ')} } }`;
    for (const text of [
      '{ ordersMeta @wire(as: ONLY_MEMBER) { total } }',
      '{ orders @wire(as: ONLY_MEMBER) { id: databaseId } }',
      '{ orders @wire(nullAs: EMPTY_TEXT) { id: databaseId } }',
      '{ labels @wire(as: TEXT) }',
      order('passengers @wire(as: ONLY_MEMBER) { id: databaseId } id: databaseId @include(if: $no)'),
      order('status @include(if: $no) __typename @wire(as: NULL)'),
      order('id @include(if: $no) ... { createdAt } ... { createdAt @wire(as: DATE_TIME_TEXT) }'),
      order(
        'id: databaseId @include(if: $no) ... { client { id: databaseId } } ... { client { id: databaseId @wire(as: TEXT) } }',
      ),
      order('version version @wire(as: TEXT) @include(if: $no)'),
      order('client { id: databaseId } client @include(if: $no) { id: databaseId @wire(as: TEXT) }'),
      order(
        'id: databaseId @include(if: $no) client @wire(as: ONLY_MEMBER) { id: databaseId } client { id: databaseId }',
      ),
    ]) {
      expect([text, isCompiled(text)]).toEqual([text, false]);
      await answer(text, {}, context);
    }
  });

  it('that occurs twice with the same arguments is applied once', async () => {
    const text = `{ orders { ...A ...B client @wire(as: ONLY_MEMBER) { id: databaseId } bookedDetails @wire(nullAs: EMPTY_LIST) { __typename } } }
      fragment A on Order { vat @wire(as: ONLY_MEMBER) { percentage } client @wire(as: ONLY_MEMBER) { id: databaseId } }
      fragment B on Order { vat @wire(as: ONLY_MEMBER) { percentage } }`;
    expect(isCompiled(text)).toBe(true);
    const { orders } = await answer<{ orders: object[] }>(text, {}, context);
    const alike = { vat: 21, client: expect.any(Number), bookedDetails: [] };
    expect(orders).toEqual([{ ...alike, bookedDetails: { __typename: 'BookedDetails' } }, alike, alike]);
  });
});
