import { schema } from '@channel/graph';
import fc from 'fast-check';
import {
  type DocumentNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
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
  /** Their present versions. */
  versions: Record<number, number>;
  tagTexts: string[];
  tagKeys: string[];
  /** By what carries them. */
  tags: Record<TagHolder, Tag[]>;
  names: string[];
  titles: string[];
  /** Names of cities, countries and categories. */
  places: string[];
  userIds: number[];
  /** Of those who can be assigned. */
  assignable: Record<'contactPerson' | 'tourGuide' | 'driver', number[]>;
  /** Sold through the roles, and their service levels. */
  productIds: number[];
  levelIds: number[];
  labels: string[];
  countries: string[];
  rates: string[];
  /** What is offered to them, at some time. */
  offers: Offered[];
};

export type Tag = { key: string; value: string };
export type TagHolder = 'order' | 'product' | 'city' | 'user';

/** Something that can be booked. */
export type Offered = {
  role: string;
  serviceLevelId: number;
  availabilityId: number;
  date: string;
  startTime: string | null;
  categoryIds: number[];
};

type Variables = Record<string, unknown>;

/**
 * Variables for a document, made from the types of its variables: every member of every input is there at times. What names
 * something names mostly what is there.
 *
 * @param aim a member, in the form of `membersOf`, that is there always, and others only where they must be
 */
export function variablesFor(document: DocumentNode, known: Known, aim?: string): fc.Arbitrary<Variables> {
  const required: string[] = [];
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  for (const { name, type, isOptional } of variablesOf(document)) {
    const isAimed = aim === `$${name}` || (aim !== undefined && leadsTo(type, aim));
    if (aim !== undefined && isOptional && !isAimed) continue;
    members[name] = valueFor(type, name, known, isAimed ? aim : undefined);
    if (isAimed || !isOptional) required.push(name);
  }
  const variables: fc.Arbitrary<Variables> = fc.record(members, { requiredKeys: required });
  if ('id' in members && 'version' in members)
    return fc.tuple(variables, fc.nat(6)).map(([given, chance]) => {
      const version = known.versions[Number(given.id)];
      return version === undefined || chance === 0 ? given : { ...given, version };
    });
  if (!('serviceLevelId' in members && 'input' in members)) return variables;
  // What is booked has to go together.
  return fc
    .tuple(variables, some(known.offers, NO_OFFER))
    .chain(([given, { role, serviceLevelId, ...offer }]) =>
      booking(offer, given.input).map((input) => ({ ...given, role, serviceLevelId, input })),
    );
}

const NO_OFFER: Offered = {
  role: '1',
  serviceLevelId: 1,
  availabilityId: 1,
  date: '2026-06-08',
  startTime: null,
  categoryIds: [1],
};

/** A booking of an offer with what else was given; some book more than there is. */
function booking(
  { availabilityId, date, startTime, categoryIds }: Omit<Offered, 'role' | 'serviceLevelId'>,
  given: unknown,
): fc.Arbitrary<object> {
  const [input, details] = [membersIn(given), membersIn(membersIn(given).details)];
  const passengers = Array.isArray(input.passengers) ? input.passengers : [];
  return fc
    .record({
      priceCategoryId: some(categoryIds, 1),
      quantity: fc.constantFrom(1, 1, 1, 1, 1, 2, 99),
      lastName: oddText,
    })
    .map(({ priceCategoryId, quantity, lastName }) => ({
      ...input,
      leader: { lastName, ...membersIn(input.leader), priceCategoryId },
      ...('passengers' in input
        ? { passengers: passengers.slice(0, 3).map((each) => ({ ...membersIn(each), priceCategoryId })) }
        : {}),
      details: {
        ...details,
        ...('startTime' in details && startTime ? { startTime } : {}),
        availabilityId,
        selectedDate: date,
        quantity,
      },
    }));
}

const membersIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

type Variable = { name: string; type: GraphQLInputType; isOptional: boolean };

function variablesOf(document: DocumentNode): Variable[] {
  return (getOperationAST(document)?.variableDefinitions ?? []).map(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node);
    if (!isInputType(type)) throw new Error(`${variable.name.value} has no input type`);
    return { name: variable.name.value, type, isOptional: !isNonNullType(type) || defaultValue !== undefined };
  });
}

/** The inputs within an input, itself included. */
function inputsIn(type: GraphQLInputType, found = new Set<GraphQLInputObjectType>()): Set<GraphQLInputObjectType> {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || found.has(named)) return found;
  found.add(named);
  for (const field of Object.values(named.getFields())) inputsIn(field.type, found);
  return found;
}

const leadsTo = (type: GraphQLInputType, aim: string): boolean =>
  [...inputsIn(type)].some(({ name }) => aim.startsWith(`${name}.`));

/** Every member that a request of this document can give: its variables as `$page`, members of inputs as `OrderFilter.status`. */
export function possibleMembers(document: DocumentNode): string[] {
  const members = variablesOf(document).flatMap(({ name, type }) => [
    `$${name}`,
    ...[...inputsIn(type)].flatMap((input) => Object.keys(input.getFields()).map((field) => `${input.name}.${field}`)),
  ]);
  return [...new Set(members)];
}

/** The members that some variables give, in the form of `possibleMembers`. */
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
  for (const { name, type } of variablesOf(document)) {
    if (variables[name] === undefined || variables[name] === null) continue;
    found.push(`$${name}`);
    visit(type, variables[name]);
  }
  return found;
}

function valueFor(type: GraphQLInputType, name: string, known: Known, aim?: string): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valueFor(type.ofType, name, known, aim);
  if (isListType(type) && getNamedType(type).name === 'TagInput')
    return fc.uniqueArray(valueFor(type.ofType, name, known, aim), { minLength: 1, maxLength: 4, selector: keyOf });
  if (isListType(type))
    return fc.array(valueFor(type.ofType, name, known, aim), { minLength: 1, maxLength: aim ? 3 : 12 });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name));
  if (!isInputObjectType(type))
    return (NAMED[`${name}: ${type.name}`] ?? NAMED[name])?.(known) ?? scalarFor(type.name, known);
  const forms = FORMS[type.name]?.(known, name);
  if (forms) return fc.oneof(...formsWith(forms, type.name, aim));
  const fields = Object.values(type.getFields());
  if (aim !== undefined) {
    const aimed = fields.filter((field) => aim === `${type.name}.${field.name}` || leadsTo(field.type, aim));
    const kept = fields.filter((field) => isNonNullType(field.type) || aimed.includes(field));
    // Where several lead there, any of them does.
    const others = kept.filter((field) => !aimed.includes(field));
    return some(aimed, undefined).chain((one) =>
      fc.record(
        Object.fromEntries(
          [...others, ...(one ? [one] : [])].map((field) => [
            field.name,
            valueFor(
              field.type,
              nameIn(type.name, field.name, name),
              known,
              field === one && leadsTo(field.type, aim) ? aim : undefined,
            ),
          ]),
        ),
      ),
    );
  }
  const usual = USUAL[type.name]?.(known);
  if (usual) return usual;
  const members = Object.fromEntries(
    fields.map((field) => [field.name, valueFor(field.type, nameIn(type.name, field.name, name), known)]),
  );
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

/** Ids and tags name what the member names in which they stand. */
const nameIn = (type: string, member: string, holder: string): string => {
  if (/^(PlaceFilter|IdFilter|PersonSelection)$/.test(type) && /^(ids?|tags)$/.test(member))
    return `${holder} ${member}`;
  return member === 'tags' ? `${type} tags` : member;
};

type Form = Record<string, fc.Arbitrary<unknown>>;

/** Inputs whose members only go together in some ways. */
const FORMS: Record<string, (known: Known, name: string) => Form[]> = {
  TagMatch: ({ tags, tagTexts }, name) => {
    const holder = HOLDERS.find(([pattern]) => pattern.test(name))?.[1] ?? 'order';
    const tag = some<Tag>(tags[holder], { key: 'a', value: 'b' });
    const ways: Form[] = [
      { text: tag.map(({ value }) => value) },
      { text: tag.map(({ key, value }) => `${key}:${value}`) },
      { text: some(tagTexts, 'a') },
      { key: tag.map(({ key }) => key) },
      { value: tag.map(({ value }) => value) },
      { value: fc.integer({ min: 0, max: 20 }) },
    ];
    return ways;
  },
  PointInput: (): Form[] => [
    { id: fc.integer({ min: 1, max: 60 }) },
    { latitude: fc.integer({ min: -90, max: 90 }), longitude: fc.integer({ min: -90, max: 90 }), address: oddText },
  ],
};

const HOLDERS: [RegExp, TagHolder][] = [
  [/^city /, 'city'],
  [/^(contactPerson|tourGuide) /, 'user'],
  [/Product/, 'product'],
];

const keyOf = (tag: unknown): unknown => membersIn(tag).key;

function formsWith(forms: Form[], type: string, aim: string | undefined): fc.Arbitrary<object>[] {
  const fitting = forms.filter(
    (form) => aim === undefined || Object.keys(form).some((member) => aim === `${type}.${member}`),
  );
  return (fitting.length > 0 ? fitting : forms).map((form) => fc.record(form));
}

const some = <T>(values: readonly T[], other: T) => fc.constantFrom(...(values.length > 0 ? values : [other]));
const day = fc.integer({ min: -150, max: 150 }).map((days) => {
  const date = new Date(Date.UTC(2026, 5, 1 + days));
  return date.toISOString().slice(0, 10);
});
const part = (texts: readonly string[]) =>
  fc.tuple(some(texts, 'a'), fc.nat(6)).map(([text, length]) => [...text].slice(0, length + 1).join('') || 'a');

/** Where the name of a member says what it names. */
const NAMED: Record<string, (known: Known) => fc.Arbitrary<unknown>> = {
  role: ({ roles }) =>
    fc.oneof({ weight: 12, arbitrary: some(roles, '1') }, { weight: 1, arbitrary: fc.constantFrom('0', 'nobody') }),
  // Of an order, where it is a text.
  'id: String': ({ orderIds }) => some(orderIds, 1).map(String),
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
  'product ids': ({ productIds }) => some(productIds, 1),
  'serviceLevel ids': ({ levelIds }) => some(levelIds, 1),
  'contactPerson id': ({ userIds, assignable }) => fc.oneof(some(assignable.contactPerson, 1), some(userIds, 1)),
  'tourGuide id': ({ userIds, assignable }) => fc.oneof(some(assignable.tourGuide, 1), some(userIds, 1)),
  driverId: ({ userIds, assignable }) => fc.oneof(some(assignable.driver, 1), some(userIds, 1)),
  productIds: ({ productIds }) => some(productIds, 1),
  time: () => fc.constantFrom('08:30:00', '23:59:59'),
  date: () => day,
  email: () => fc.constantFrom('ann@example.com', ''),
  label: ({ labels }) => part(labels),
  labels: ({ labels }) => some(labels, 'a'),
  country: ({ countries }) => some(countries, 'NL'),
  rates: ({ rates }) => some(rates, '1'),
  version: () => fc.integer({ min: 1, max: 3 }),
  id: ({ orderIds }) => fc.oneof(fc.integer({ min: 1, max: 60 }), some(orderIds, 1)),
  ids: ({ orderIds }) => fc.oneof(fc.integer({ min: 1, max: 60 }), some(orderIds, 1)),
  userId: ({ userIds }) => some(userIds, 1),
  versions: () => fc.integer({ min: 1, max: 3 }),
  product: ({ productIds }) => some(productIds, 1),
  productId: ({ productIds }) => some(productIds, 1),
  serviceLevelId: ({ levelIds }) => some(levelIds, 1),
  numberOfBooks: () => fc.integer({ min: 0, max: 12 }),
  key: ({ tagKeys }) => some(tagKeys, 'a'),
  title: ({ titles }) => part(titles),
  name: ({ titles, places }) => fc.oneof(part(titles), part(places)),
  query: ({ titles, names, places }) => fc.oneof(part([...titles, ...names]), part(places)),
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
  OrderSelection: ({ orderIds }) => fc.record({ ids: fc.array(some(orderIds, 1), { minLength: 1, maxLength: 4 }) }),
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
