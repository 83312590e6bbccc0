import { FIELD_COSTS, schema } from '@channel/graph';
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, DEMO_TIMEOUT, postGraphql, startServer, type TestServer } from '../testing/index.ts';

/*
 * Fields of the entries of lists: one statement reads them for the whole list, or their cost includes one for each
 * entry.
 */

/** A few entries, and several times as many. */
const [FEW, MORE] = [2, 8];
/** Levels of objects below a list. */
const DEPTH = 3;

type Field = GraphQLField<unknown, unknown>;
type Case = { name: string; query: (perPage: number) => string };

const fieldsOf = (type: GraphQLObjectType): Field[] =>
  Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
const leafOf = (type: GraphQLObjectType): string =>
  fieldsOf(type).find((field) => isLeafType(getNamedType(field.type)))?.name ?? '__typename';

/** Each field of each type below a list, where the type occurs first. */
function casesBelow(list: Field): Case[] {
  const cases: Case[] = [];
  const met = new Set<string>();
  const visit = (type: GraphQLObjectType, wrap: (selection: string) => string, depth: number) => {
    if (met.has(type.name) || depth > DEPTH) return;
    met.add(type.name);
    for (const field of fieldsOf(type)) {
      const named = getNamedType(field.type);
      const inside = isObjectType(named) ? named : undefined;
      // Small pages, so that lists within lists cost less than an operation may.
      const selected = field.args.some(({ name }) => name === 'perPage') ? `${field.name}(perPage: 9)` : field.name;
      // If only `__typename` is selected, no column is read.
      const selections = inside ? [leafOf(inside), '__typename'].map((leaf) => `${selected} { ${leaf} }`) : [selected];
      for (const selection of selections)
        cases.push({
          name: `${type.name}.${field.name}`,
          query: (perPage) => `{ ${list.name}(perPage: ${perPage}) { ${wrap(selection)} } }`,
        });
      if (inside) visit(inside, (selection) => wrap(`${selected} { ${selection} }`), depth + 1);
    }
  };
  const entry = getNamedType(list.type);
  if (isObjectType(entry)) visit(entry, (selection) => selection, 1);
  return cases;
}

const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
  ({ type, args }) =>
    isListType(getNullableType(type)) && args.some(({ name }) => name === 'perPage') && !args.some(isRequiredArgument),
);

describe('fields of the entries of lists', { timeout: 120_000 }, () => {
  const statements: string[] = [];
  let server: TestServer;
  let authorization: string;
  beforeAll(async () => {
    server = await startServer({
      world: 'demo',
      env: { GRAPHQL_COST: '100000', GRAPHQL_COST_PER_MINUTE: '0' },
      onQuery: (sql) => statements.push(sql),
    });
    authorization = await bearerOf(server, 'admin');
  }, DEMO_TIMEOUT);
  afterAll(() => server.close());

  async function statementsOf(query: string): Promise<{ entries: number; count: number }> {
    statements.length = 0;
    const { body } = await postGraphql(server, { query }, { headers: { authorization } });
    expect(body.errors, query).toBeUndefined();
    const entries = Object.values(body.data ?? {}).flat().length;
    return { entries, count: statements.length };
  }

  it.each(lists.map((list) => [list.name, list] as const))(
    'of %s are read in one statement, or cost more',
    async (_name, list) => {
      const own: string[] = [];
      for (const { name, query } of casesBelow(list)) {
        const [few, more] = [await statementsOf(query(FEW)), await statementsOf(query(MORE))];
        if (
          more.count - few.count >= more.entries - few.entries &&
          more.entries > few.entries &&
          !(name in FIELD_COSTS)
        )
          own.push(`${name}: ${few.count} statements of ${few.entries} entries, ${more.count} of ${more.entries}`);
      }
      expect(own).toEqual([]);
    },
  );
});
