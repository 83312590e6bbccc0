import {
  DirectiveLocation,
  type FieldNode,
  GraphQLDirective,
  GraphQLEnumType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type Fragments, fieldsByKey, innerSets } from './selections.ts';
import { raw, type Sql, sql } from './sql.ts';

/*
 * A document can request another format of a field's value with `@wire(as:)`, and a replacement of null with
 * `@wire(nullAs:)`. The host gives the closed lists of both. Each is a pure function of the field's normal value, written
 * for JavaScript and for SQL in one place, so that it works the same with every execution strategy.
 */

/** A format of values that are not null. */
export type WireForm = {
  description: string;
  /** @param value in the field's normal format, as JSON */
  format(value: unknown): unknown;
  /** The same in SQL, for these scalars. A form without it is executed, as is one of another scalar. */
  sql?: {
    scalars: readonly string[];
    /** Whether it applies to columns only, not to values within JSON. */
    ofColumns?: boolean;
    /** @param normal the value in the field's normal format */
    format(value: Sql, normal: Sql): Sql;
  };
  /** Whether every value becomes null, which a replacement of null does not replace. */
  isNull?: boolean;
  /** Whether it is the value of an object's only member, in place of the object. */
  isOnlyMember?: boolean;
};

/** A replacement of null. */
export type NullForm = { description: string; value(): unknown };

/** The formats of a schema, by the names of their enum values. */
export type WireForms = {
  forms: Readonly<Record<string, WireForm>>;
  nullForms: Readonly<Record<string, NullForm>>;
};

/** A number as text. */
export const asText: WireForm = {
  description: 'A number as a string.',
  format: String,
  sql: { scalars: ['Int', 'SafeInt', 'Decimal'], format: (_value, normal) => sql`(${normal})::text` },
};

/** Always null. */
export const asNull: WireForm = {
  description: 'Always null.',
  format: () => null,
  sql: { scalars: ['Int', 'SafeInt', 'String'], format: () => raw('NULL::text') },
  isNull: true,
};

/** The value of an object's only member, in place of the object. */
export const asOnlyMember: WireForm = {
  description: 'An object with one member as the value of that member.',
  format: (value) => (typeof value === 'object' && value !== null ? Object.values(value)[0] : value),
  isOnlyMember: true,
};

const DIRECTIVE = 'wire';

type Described = Readonly<Record<string, { description: string }>>;

const valuesOf = (described: Described) =>
  Object.fromEntries(Object.entries(described).map(([name, { description }]) => [name, { description }]));

/** The directive, for the schema. */
export function wireDirective({ forms, nullForms }: WireForms): GraphQLDirective {
  // An enum without values would be invalid.
  const argument = (name: string, type: string, description: string, described: Described) =>
    Object.keys(described).length === 0
      ? {}
      : {
          [name]: { type: new GraphQLEnumType({ name: type, description, values: valuesOf(described) }), description },
        };
  return new GraphQLDirective({
    name: DIRECTIVE,
    description: "Formats a field's value as an API contract requires.",
    locations: [DirectiveLocation.FIELD],
    args: {
      ...argument('as', 'WireForm', 'The format of a value that is not null.', forms),
      ...argument('nullAs', 'WireNullForm', 'The replacement of null.', nullForms),
    },
  });
}

/** The arguments of a directive. */
export type Wire = { as: string | undefined; nullAs: string | undefined };

/** The arguments of `@wire` on a field node; undefined without the directive. */
export function wireOf(field: FieldNode): Wire | undefined {
  const directive = field.directives?.find(({ name }) => name.value === DIRECTIVE);
  if (!directive) return undefined;
  const argument = (name: string) => {
    const value = directive.arguments?.find((arg) => arg.name.value === name)?.value;
    return value?.kind === Kind.ENUM ? value.value : undefined;
  };
  return { as: argument('as'), nullAs: argument('nullAs') };
}

/**
 * The first response key that is selected several times with different `@wire` arguments; undefined where there is
 * none. Fields that `@include` or `@skip` leaves out count too.
 */
export function ambiguousWire(sets: readonly SelectionSetNode[], fragments: Fragments): string | undefined {
  for (const [key, nodes] of fieldsByKey(sets, fragments)) {
    const [first, ...others] = nodes.map((node) => wireOf(node));
    if (others.some((other) => other?.as !== first?.as || other?.nullAs !== first?.nullAs)) return key;
    const inner = ambiguousWire(innerSets(nodes), fragments);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
