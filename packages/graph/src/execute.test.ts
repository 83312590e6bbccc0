import type { Tx } from '@channel/prisma';
import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { parse } from 'graphql';
import type { RootPlan } from 'graphql-sql';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Context } from './context.ts';
import { answerOperation, compilationOf } from './execute.ts';
import { schema } from './schema.ts';
import type { Write } from './shared/plans.ts';
import { contextFor } from './testing/context.ts';

let database: TestDatabase;
let make: Factories;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => database.drop());

/** A condition that the compiler does not support. */
const UNSUPPORTED = { where: { timeZone: { not: { startsWith: 'Mars' } } } };

const planOf = (root: 'Query' | 'Mutation', field: string) =>
  (root === 'Query' ? schema.getQueryType() : schema.getMutationType())?.getFields()[field]?.extensions
    .plan as RootPlan<Context, Tx>;

it('answers a request by the resolvers if its condition can not be translated to SQL', async () => {
  const staff = await make.userWith(['orders.view-all']);
  const order = await make.order();
  const document = parse('{ orders { id: databaseId } }');
  expect(compilationOf(document)).toHaveProperty('compiled');
  const plan = planOf('Query', 'orders');
  if (plan.kind !== 'list') throw new Error('orders has no list plan');
  const build = vi.spyOn(plan, 'build').mockReturnValue(UNSUPPORTED);
  const answer = await answerOperation(document, {}, await contextFor(database.db, staff.id));
  expect(build).toHaveBeenCalledOnce();
  expect(answer).toEqual({ data: { orders: [{ id: order.id }] } });
});

it('executes a mutation once if its answer can not be translated to SQL', async () => {
  const staff = await make.userWith(['orders.view-all']);
  const order = await make.order();
  const document = parse(
    `mutation { updateOrder(reference: "${order.id}", input: { referenceCode: "R" }) { order { version } } }`,
  );
  expect(compilationOf(document)).toHaveProperty('compiled');
  const plan = planOf('Mutation', 'updateOrder');
  if (plan.kind !== 'write') throw new Error('updateOrder has no write plan');
  const write = plan.write as Write;
  const unsupported: Write = (args, context, answer) => write(args, context, (tx) => answer(tx, UNSUPPORTED));
  vi.spyOn(plan, 'write').mockImplementation(unsupported);
  const answer = await answerOperation(document, {}, await contextFor(database.db, staff.id));
  expect(answer).toEqual({ data: { updateOrder: { order: { version: order.version + 1 } } } });
});
