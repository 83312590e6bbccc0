import { schema } from '@channel/graph';
import fc from 'fast-check';
import {
  type DocumentNode,
  type GraphQLInputType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
} from 'graphql';
import { oddText } from './odd-values.ts';

/** Things of the world that a request may name. */
export type Known = {
  roles: string[];
  orderIds: number[];
  tagTexts: string[];
  tagKeys: string[];
  names: string[];
  titles: string[];
  userIds: number[];
  /** Sold through the roles, and their service levels. */
  productIds: number[];
  levelIds: number[];
};

type Variables = Record<string, unknown>;

/**
 * Variables for a document, made from the types of its variables: every member of every input is there at times. What names
 * something names mostly what is there.
 */
export function variablesFor(document: DocumentNode, known: Known): fc.Arbitrary<Variables> {
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  const required: string[] = [];
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  for (const { variable, type: node, defaultValue } of definitions) {
    const type = typeFromAST(schema, node);
    if (!isInputType(type)) throw new Error(`${variable.name.value} has no input type`);
    const name = variable.name.value;
    members[name] = valueFor(type, name, known);
    if (isNonNullType(type) && !defaultValue) required.push(name);
  }
  return fc.record(members, { requiredKeys: required });
}

/** Paths such as `OrderFilter.status` of every member that some value gives. */
export function membersOf(document: DocumentNode, variables: Variables): string[] {
  const found: string[] = [];
  const visit = (type: GraphQLInputType, value: unknown): void => {
    const plain = isNonNullType(type) ? type.ofType : type;
    if (isListType(plain)) {
      for (const each of Array.isArray(value) ? value : []) visit(plain.ofType, each);
    } else if (isInputObjectType(plain) && typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const field = plain.getFields()[name];
        if (!field || member === undefined || member === null) continue;
        found.push(`${plain.name}.${name}`);
        visit(field.type, member);
      }
    }
  };
  for (const { variable, type: node } of getOperationAST(document)?.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node);
    if (isInputType(type)) visit(type, variables[variable.name.value]);
  }
  return found;
}

function valueFor(type: GraphQLInputType, name: string, known: Known): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valueFor(type.ofType, name, known);
  if (isListType(type)) return fc.array(valueFor(type.ofType, name, known), { minLength: 1, maxLength: 12 });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name));
  if (!isInputObjectType(type)) return NAMED[name]?.(known) ?? scalarFor(type.name, known);
  const usual = USUAL[type.name]?.(known);
  if (usual) return usual;
  const fields = Object.values(type.getFields());
  const members = Object.fromEntries(fields.map((field) => [field.name, valueFor(field.type, field.name, known)]));
  const all = fc.record(members, {
    requiredKeys: fields.filter((field) => isNonNullType(field.type)).map((field) => field.name),
  });
  // Filters that ask for everything at once find nothing: mostly one or two members.
  return fc.oneof(
    { weight: 1, arbitrary: all },
    {
      weight: 5,
      arbitrary: fc
        .tuple(all, fc.subarray(Object.keys(members), { minLength: 1, maxLength: Math.min(2, fields.length) }))
        .map(([value, kept]) => {
          const needed = fields.filter((field) => isNonNullType(field.type)).map((field) => field.name);
          return Object.fromEntries(
            Object.entries(value).filter(([key]) => kept.includes(key) || needed.includes(key)),
          );
        }),
    },
  );
}

const some = <T>(values: readonly T[], other: T) => fc.constantFrom(...(values.length > 0 ? values : [other]));
const day = fc.integer({ min: -150, max: 150 }).map((days) => {
  const date = new Date(Date.UTC(2026, 5, 1 + days));
  return date.toISOString().slice(0, 10);
});
const part = (texts: readonly string[]) =>
  fc.tuple(some(texts, 'a'), fc.nat(6)).map(([text, length]) => text.slice(0, length + 1) || 'a');

/** Where the name of a member says what it names. */
const NAMED: Record<string, (known: Known) => fc.Arbitrary<unknown>> = {
  role: ({ roles }) =>
    fc.oneof({ weight: 12, arbitrary: some(roles, '1') }, { weight: 1, arbitrary: fc.constantFrom('0', 'nobody') }),
  reference: ({ orderIds, tagTexts }) =>
    fc.oneof({ weight: 5, arbitrary: some(orderIds, 1).map(String) }, { weight: 1, arbitrary: some(tagTexts, 'a:b') }),
  after: ({ orderIds }) => some(orderIds, 1),
  page: () =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 2, arbitrary: fc.integer({ min: 0, max: 4 }) }),
  perPage: () =>
    fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }) },
      { weight: 1, arbitrary: fc.constantFrom(0, -1, 5_000) },
    ),
  ids: ({ orderIds }) => fc.oneof(fc.integer({ min: 1, max: 60 }), some(orderIds, 1)),
  userId: ({ userIds }) => some(userIds, 1),
  versions: () => fc.integer({ min: 1, max: 3 }),
  product: ({ productIds }) => some(productIds, 1),
  productId: ({ productIds }) => some(productIds, 1),
  serviceLevelId: ({ levelIds }) => some(levelIds, 1),
  numberOfBooks: () => fc.integer({ min: 0, max: 12 }),
  text: ({ tagTexts }) => some(tagTexts, 'a'),
  key: ({ tagKeys }) => some(tagKeys, 'a'),
  title: ({ titles }) => part(titles),
  name: ({ titles }) => part(titles),
  query: ({ titles, names }) => part([...titles, ...names]),
  search: ({ tagTexts, names, orderIds }) =>
    fc.oneof(part(names), part(tagTexts), some(orderIds, 1).map(String), fc.constantFrom('%', '_', '\\', "'")),
  quickSearch: ({ names, tagTexts, orderIds }) =>
    fc.oneof(part(names), part(tagTexts), some(orderIds, 1).map(String), fc.constantFrom('%', '_', '\\', ' ', "'")),
};

/** Inputs of changes, of which few of all that is possible would be taken. */
const USUAL: Record<string, (known: Known) => fc.Arbitrary<unknown>> = {
  OrderUpdateInput: () =>
    fc.record(
      {
        referenceCode: fc.option(oddText),
        leader: fc.record({ firstName: oddText, lastName: oddText }, { requiredKeys: [] }),
        pickup: fc.record({ time: fc.constantFrom('08:30:00', '23:59:59') }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
  OrderSelection: ({ orderIds }) => fc.record({ ids: fc.array(some(orderIds, 1), { minLength: 1, maxLength: 8 }) }),
};

function scalarFor(name: string, { tagTexts, names }: Known): fc.Arbitrary<unknown> {
  switch (name) {
    case 'Int':
      return fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 60 }) },
        { weight: 1, arbitrary: fc.constantFrom(0, -1, 2 ** 31 - 1) },
      );
    case 'Boolean':
      return fc.boolean();
    case 'Date':
      return fc.oneof(
        { weight: 12, arbitrary: day },
        { weight: 1, arbitrary: fc.constantFrom('0001-01-01', '9999-12-31') },
      );
    case 'TagValue':
      return fc.oneof(some(tagTexts, 'a'), fc.integer({ min: 0, max: 20 }));
    case 'Decimal':
      return fc.integer({ min: -90, max: 90 });
    default:
      return part([...tagTexts, ...names]);
  }
}
