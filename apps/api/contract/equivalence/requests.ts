import { schema } from '@channel/graph';
import fc from 'fast-check';
import {
  type DocumentNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLList,
  getNamedType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
} from 'graphql';
import {
  booking,
  FORMS,
  type Form,
  type Known,
  membersIn,
  NAMED,
  NO_OFFER,
  rebooking,
  scalarFor,
  some,
  USUAL,
} from './values.ts';

type Variables = Record<string, unknown>;

/**
 * Variables for a document, generated from their types: every member of every input occurs sometimes. References mostly
 * name existing objects.
 *
 * @param aim a member, in the form of `membersOf`, that always occurs; others then occur only if they are required
 */
export function variablesFor(document: DocumentNode, known: Known, aim?: string): fc.Arbitrary<Variables> {
  const required: string[] = [];
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  const typed = variablesOf(document);
  const takes = (input: string) => typed.some(({ type }) => getNamedType(type).name === input);
  // Only orders in the cart have a hold to change.
  const changesHold = takes('BookOrderInput') && typed.some(({ name }) => name === 'orderId');
  const orders = changesHold && known.cartIds.length > 0 ? { ...known, orderIds: known.cartIds } : known;
  for (const { name, type, isOptional } of typed) {
    const isAimed = aim === `$${name}` || (aim !== undefined && leadsTo(type, aim));
    if (aim !== undefined && isOptional && !isAimed) continue;
    members[name] = valueFor(type, name, orders, isAimed ? aim : undefined);
    if (isAimed || !isOptional) required.push(name);
  }
  const variables: fc.Arbitrary<Variables> = fc.record(members, { requiredKeys: required });
  const order = 'orderId' in members ? 'orderId' : 'id';
  const versioned: fc.Arbitrary<Variables> =
    order in members && 'version' in members
      ? fc.tuple(variables, fc.nat(6)).map(([given, chance]) => {
          const version = known.versions[Number(given[order])];
          return version === undefined || chance === 0 ? given : { ...given, version };
        })
      : variables;
  // A service level of another product would find nothing.
  if ('productId' in members && aim?.endsWith('.serviceLevelId'))
    return fc
      .tuple(variables, some(known.levels, { serviceLevelId: 1, productId: 1 }))
      .map(([given, { productId, serviceLevelId }]) => {
        return { ...given, productId, filter: { ...membersIn(given.filter), serviceLevelId } };
      });
  if (!('serviceLevelId' in members && 'input' in members)) return versioned;
  // The members of a booking must be consistent.
  return fc
    .tuple(versioned, some(known.offers, NO_OFFER))
    .chain(([given, { role, serviceLevelId, ...offer }]) =>
      (takes('RebookingInput')
        ? rebooking(offer, given.input, known.passengerIds[Number(given.orderId)] ?? [])
        : booking(offer, given.input)
      ).map((input) => ({ ...given, role, serviceLevelId, input })),
    );
}

type Variable = { name: string; type: GraphQLInputType; isOptional: boolean };

function variablesOf(document: DocumentNode): Variable[] {
  return (getOperationAST(document)?.variableDefinitions ?? []).map(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node);
    if (!isInputType(type)) throw new Error(`${variable.name.value} has no input type`);
    return { name: variable.name.value, type, isOptional: !isNonNullType(type) || defaultValue !== undefined };
  });
}

/** The input types within an input type, itself included. */
function inputsIn(type: GraphQLInputType, found = new Set<GraphQLInputObjectType>()): Set<GraphQLInputObjectType> {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || found.has(named)) return found;
  found.add(named);
  for (const field of Object.values(named.getFields())) inputsIn(field.type, found);
  return found;
}

const leadsTo = (type: GraphQLInputType, aim: string): boolean =>
  [...inputsIn(type)].some(({ name }) => aim.startsWith(`${name}.`));

/**
 * Every member that a request of this document can have: variables as `$page`, members of inputs as
 * `OrderFilter.status`.
 */
export function possibleMembers(document: DocumentNode): string[] {
  const members = variablesOf(document).flatMap(({ name, type }) => [
    `$${name}`,
    ...[...inputsIn(type)].flatMap((input) => Object.keys(input.getFields()).map((field) => `${input.name}.${field}`)),
  ]);
  return [...new Set(members)];
}

/** The members in some variables, in the form of `possibleMembers`. */
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

const elementOf = ({ ofType }: GraphQLList<GraphQLInputType>): GraphQLInputType =>
  isNonNullType(ofType) ? ofType.ofType : ofType;

/** A value of a type; a nullable one is sometimes null, unless the aim is inside it. */
function valueFor(type: GraphQLInputType, name: string, known: Known, aim?: string): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return givenFor(type.ofType, name, known, aim);
  const given = givenFor(type, name, known, aim);
  return aim === undefined ? fc.option(given, { nil: null, freq: 15 }) : given;
}

function givenFor(type: GraphQLInputType, name: string, known: Known, aim?: string): fc.Arbitrary<unknown> {
  if (isListType(type) && getNamedType(type).name === 'TagInput')
    return fc.uniqueArray(givenFor(elementOf(type), name, known, aim), { minLength: 1, maxLength: 4, selector: keyOf });
  if (isListType(type)) {
    const some = fc.array(givenFor(elementOf(type), name, known, aim), { minLength: 1, maxLength: aim ? 3 : 12 });
    return aim === undefined
      ? fc.oneof({ weight: 15, arbitrary: some }, { weight: 1, arbitrary: fc.constant([]) })
      : some;
  }
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name));
  if (!isInputObjectType(type))
    return (NAMED[`${name}: ${type.name}`] ?? NAMED[name])?.(known) ?? scalarFor(type.name, known);
  const forms = FORMS[type.name]?.(known, name);
  if (forms) return fc.oneof(...formsWith(forms, type.name, aim));
  const fields = Object.values(type.getFields());
  if (aim !== undefined) {
    const aimed = fields.filter((field) => aim === `${type.name}.${field.name}` || leadsTo(field.type, aim));
    const kept = fields.filter((field) => isNonNullType(field.type) || aimed.includes(field));
    // If several fields lead to the aim, any one of them is used.
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
  // A filter with many members finds nothing, so most have one or two.
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

/** Ids and tags are named after the member that contains them. */
const nameIn = (type: string, member: string, holder: string): string => {
  if (/^(PlaceFilter|IdFilter|PersonSelection)$/.test(type) && /^(ids?|tags)$/.test(member))
    return `${holder} ${member}`;
  return member === 'tags' ? `${type} tags` : member;
};

const keyOf = (tag: unknown): unknown => membersIn(tag).key;

function formsWith(forms: Form[], type: string, aim: string | undefined): fc.Arbitrary<object>[] {
  const fitting = forms.filter(
    (form) => aim === undefined || Object.keys(form).some((member) => aim === `${type}.${member}`),
  );
  return (fitting.length > 0 ? fitting : forms).map((form) => fc.record(form));
}
