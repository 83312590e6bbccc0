import { GraphQLID, isInterfaceType, isNonNullType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { ENTITIES } from './entities.ts';

const types = Object.values(schema.getTypeMap()).filter(isObjectType);
const withId = types.filter((type) => type.getFields().id);
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();

it('every type with an id is an entity, has a row in ENTITIES, and names its key', () => {
  const node = schema.getType('Node');
  expect(isInterfaceType(node) && names(schema.getPossibleTypes(node))).toEqual(names(withId));
  expect(names(withId)).toEqual(Object.keys(ENTITIES).sort());
  for (const type of withId) {
    const { id, databaseId } = type.getFields();
    expect([type.name, isNonNullType(id?.type) && id.type.ofType]).toEqual([type.name, GraphQLID]);
    expect([type.name, databaseId && isNonNullType(databaseId.type)]).toEqual([type.name, true]);
  }
});

it('nothing that was frozen has an id, and nothing else has a key of the name databaseId', () => {
  expect(names(withId).filter((name) => name.startsWith('Booked'))).toEqual([]);
  expect(names(types.filter((type) => type.getFields().databaseId))).toEqual(names(withId));
});
