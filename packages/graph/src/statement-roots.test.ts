import type { Tx } from '@channel/prisma';
import { createFactories, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { parse } from 'graphql';
import type { RootPlan } from 'graphql-sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from './context.ts';
import { answerOperation, compilationOf, executionStrategyOf } from './execute.ts';
import { schema } from './schema.ts';
import { contextFor } from './testing/context.ts';
import { answer, refusal } from './testing/run.ts';

let database: TestDatabase;
let context: Context;
let role: string;
let products: number[];
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  const make = createFactories(database.db);
  const seller = await make.userWith(['products.book']);
  context = await contextFor(database.db, seller.id);
  role = String(seller.role.id);
  const [one, two] = [
    await make.offer([seller.role.id], { product: { labels: ['Bestseller', 'Family'] } }),
    await make.offer([seller.role.id], {
      product: { labels: ['Water'] },
      level: { offerTimeEnd: day('2026-12-31') },
      departure: { date: day('2026-07-01') },
    }),
  ];
  products = [one.product.id, two.product.id];
});
afterAll(() => database.drop());

/** Each root with a statement plan: its selection, and arguments that each produce a different answer. */
const requested = (): Record<string, { selects?: string; given: string[] }> => ({
  labels: { given: ['(query: "best")', '(query: "fam")', ''] },
  destinations: { selects: '{ id: placeId title type }', given: ['(query: "amster")', '(query: "nowhere")', ''] },
  availableDates: {
    given: products.map((id) => `(role: "${role}", productId: ${id})`),
  },
  ratesByDate: {
    selects: '{ date rates { id: rateId title availabilities { id: availabilityId remaining } } }',
    given: products.map((id) => `(role: "${role}", productId: ${id})`),
  },
});

describe('a root with a statement plan', () => {
  it('is covered by the cases below', () => {
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
    const known = fields.filter(
      ({ extensions }) => (extensions.plan as RootPlan<Context, Tx> | undefined)?.kind === 'statement',
    );
    expect(known.map(({ name }) => name).sort()).toEqual(Object.keys(requested()).sort());
  });

  it('can be selected several times with different arguments', async () => {
    for (const [field, { selects = '', given }] of Object.entries(requested())) {
      const text = `{ ${given.map((args, index) => `r${index}: ${field}${args} ${selects}`).join(' ')} }`;
      expect(compilationOf(parse(text))).toHaveProperty('compiled');
      expect(executionStrategyOf(compilationOf(parse(text)))).toBe(
        ['labels', 'destinations'].includes(field) ? 'one statement' : 'one statement, after a preflight query',
      );
      // `answer` compares the result with that of the resolvers.
      const answers = Object.values(await answer<Record<string, unknown>>(text, {}, context));
      expect(new Set(answers.map((each) => JSON.stringify(each))).size, field).toBe(given.length);
    }
  });

  it('sends as many statements as its execution strategy says', async () => {
    for (const [field, { selects = '', given }] of Object.entries(requested())) {
      const document = parse(`{ ${field}${given[0]} ${selects} }`);
      statements = [];
      expect(await answerOperation(document, {}, context)).toHaveProperty('json');
      expect([field, statements.length]).toEqual([
        field,
        executionStrategyOf(compilationOf(document)).includes('preflight') ? 2 : 1,
      ]);
    }
  });
});

describe('a public root', () => {
  it('answers an anonymous client by its statement, but not together with a private root', async () => {
    const anonymous = await contextFor(database.db, null);
    const answered = await answerOperation(parse('{ destinations { title type } }'), {}, anonymous);
    expect(answered).toEqual({ json: { destinations: expect.any(Buffer) }, isKnown: false });
    expect(await answer('{ destinations { title type } }', {}, anonymous)).toMatchObject({
      destinations: [{ type: 'city' }, {}],
    });
    expect((await refusal('{ destinations { title } labels }', {}, anonymous)).code).toBe('UNAUTHENTICATED');
    expect((await refusal('{ labels }', {}, anonymous)).code).toBe('UNAUTHENTICATED');
  });
});
