import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLNamedType,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  isScalarType,
  parse,
  typeFromAST,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { addressOf, TEXTS } from './fetch-operation.ts';
import { graphql } from './graphql.ts';

const at = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

/** Scalars whose values are no texts of somebody. */
const NO_TEXTS = ['Int', 'SafeInt', 'Float', 'Boolean', 'Decimal', 'Date', 'DateTime', 'LocalDateTime', 'LocalTime'];

/** The names of all texts that the variables of the console's queries can hold. */
function textsOfQueries(): Set<string> {
  const schema = buildSchema(at('packages/graph/schema.graphql'));
  const { operations } = JSON.parse(at('apps/api/operations/console.json')) as {
    operations: { type: string; body: string }[];
  };
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (name: string, type: GraphQLNamedType): void => {
    if (isScalarType(type) && !NO_TEXTS.includes(type.name)) found.add(name);
    if (!isInputObjectType(type) || seen.has(type)) return;
    seen.add(type);
    for (const field of Object.values(type.getFields())) visit(field.name, getNamedType(field.type));
  };
  for (const { body } of operations.filter(({ type }) => type === 'query'))
    for (const { variable, type: node } of getOperationAST(parse(body))?.variableDefinitions ?? []) {
      const type = typeFromAST(schema, node);
      if (!type) throw new Error(`the schema has no type of ${variable.name.value}`);
      visit(variable.name.value, getNamedType(type));
    }
  return found;
}

describe('the address of a query', () => {
  const query = graphql('query OrderIds($filter: OrderFilter) { orders(filter: $filter) { databaseId } }');
  const change = graphql('mutation SignOut { signOut { isDone } }');

  it('holds no text that somebody has typed, and no secret', async () => {
    expect([...textsOfQueries()].sort()).toEqual([...TEXTS].sort());
    expect(await addressOf('/graphql', query, { filter: { search: 'Byron' } })).toBeUndefined();
    expect(await addressOf('/graphql', query, { filter: { tags: [{ value: 'Byron' }] } })).toBeUndefined();
  });

  it('holds ids, days and words of the schema', async () => {
    const filter = {
      search: '',
      status: ['Booked' as const],
      activityDate: { start: '2026-06-01' },
      city: { ids: [1] },
    };
    const address = new URL((await addressOf('http://console/graphql', query, { filter })) ?? '');
    expect(address.searchParams.get('documentId')).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(JSON.parse(address.searchParams.get('variables') ?? '')).toEqual({ filter });
  });

  it('is for queries alone, and not too long', async () => {
    expect(await addressOf('/graphql', change, {})).toBeUndefined();
    const ids = Array.from({ length: 2_000 }, (_, index) => index);
    expect(await addressOf('/graphql', query, { filter: { city: { ids } } })).toBeUndefined();
  });
});
