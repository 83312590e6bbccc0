import {
  DirectiveLocation,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  GraphQLDirective,
  GraphQLEnumType,
  type InlineFragmentNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/*
 * A document can request another format of a field's value with `@wire`. This file has the closed list of formats. Each
 * is a pure function of the field's normal value, so that it works the same with every execution strategy.
 */

const instantAsText = (value: string) => value.slice(0, 19).replace('T', ' ');

/** The formats of values that are not null. */
const FORMS = {
  TEXT: { description: 'A number as a string.', format: (value: unknown) => String(value) },
  NULL: { description: 'Always null.', format: () => null },
  EMPTY_LIST: { description: 'Always an empty list.', format: () => [] },
  DATE_TIME_TEXT: {
    description: 'An instant as `YYYY-MM-DD HH:MM:SS`, in UTC.',
    format: (value: unknown) => instantAsText(String(value)),
  },
  ISO_DATE_TIME: {
    description: 'A calendar date as the ISO 8601 instant of its midnight in UTC.',
    format: (value: unknown) => `${String(value)}T00:00:00.000Z`,
  },
  ONLY_MEMBER: {
    description: 'An object with one member as the value of that member.',
    format: (value: unknown) => (typeof value === 'object' && value !== null ? Object.values(value)[0] : value),
  },
  CANCELED: {
    description: '`Cancelled` as `CANCELED`, any other text as it is.',
    format: (value: unknown) => (value === 'Cancelled' ? 'CANCELED' : value),
  },
  SHORT_TIME: { description: 'A time of day as `HH:MM`.', format: (value: unknown) => String(value).slice(0, 5) },
} as const;

const NULL_FORMS = {
  EMPTY_LIST: { description: 'An empty list.', value: (): unknown => [] },
  EMPTY_TEXT: { description: 'An empty text.', value: (): unknown => '' },
} as const;

export type WireForm = keyof typeof FORMS;
export type NullForm = keyof typeof NULL_FORMS;

const describe = (forms: Record<string, { description: string }>) =>
  Object.fromEntries(Object.entries(forms).map(([name, { description }]) => [name, { description }]));

export const wireDirective = new GraphQLDirective({
  name: 'wire',
  description: "Formats a field's value as an API contract requires.",
  locations: [DirectiveLocation.FIELD],
  args: {
    as: {
      type: new GraphQLEnumType({
        name: 'WireForm',
        description: 'A format of a value that is not null.',
        values: describe(FORMS),
      }),
      description: 'The format of a value that is not null.',
    },
    nullAs: {
      type: new GraphQLEnumType({
        name: 'WireNullForm',
        description: 'A replacement of null.',
        values: describe(NULL_FORMS),
      }),
      description: 'The replacement of null.',
    },
  },
});

/** The arguments of a directive. */
export type Wire = { as?: WireForm; nullAs?: NullForm };

/** The arguments of `@wire` on a field node; undefined without the directive. */
export function wireOf(field: FieldNode): Wire | undefined {
  const directive = field.directives?.find(({ name }) => name.value === wireDirective.name);
  if (!directive) return undefined;
  const argument = (name: string) => {
    const value = directive.arguments?.find((arg) => arg.name.value === name)?.value;
    return value?.kind === Kind.ENUM ? value.value : undefined;
  };
  return { as: argument('as') as WireForm | undefined, nullAs: argument('nullAs') as NullForm | undefined };
}

type Format = (parent: Record<string, unknown>) => void;
type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;
type Merged = [FieldNode, ...FieldNode[]];

/**
 * The fields of selections under their response keys, merged and in the order in which GraphQL answers them.
 *
 * @param counts selects nodes; by default all nodes count, also those that `@include` or `@skip` leaves out
 */
export function fieldsByKey(
  sets: readonly SelectionSetNode[],
  fragments: Fragments,
  counts: (node: SelectionNode) => boolean = () => true,
): Map<string, Merged> {
  const found = new Map<string, Merged>();
  const spread = new Set<string>();
  const innerOf = (node: InlineFragmentNode | FragmentSpreadNode): SelectionSetNode | undefined => {
    if (node.kind === Kind.INLINE_FRAGMENT) return node.selectionSet;
    // Visiting a fragment again at each spread would take exponential time with nested fragments.
    if (spread.has(node.name.value)) return undefined;
    spread.add(node.name.value);
    return fragments.get(node.name.value)?.selectionSet;
  };
  const visit = (set: SelectionSetNode) => {
    for (const node of set.selections.filter(counts)) {
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const known = found.get(key);
        if (known) known.push(node);
        else found.set(key, [node]);
      } else {
        const inner = innerOf(node);
        if (inner) visit(inner);
      }
    }
  };
  for (const set of sets) visit(set);
  return found;
}

const innerSets = (nodes: readonly FieldNode[]): SelectionSetNode[] =>
  nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));

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

/**
 * Makes a function that formats an answer to the document's only operation as its `@wire` directives say. The function
 * changes the answer in place and visits only the branches with a directive. A key that is selected several times is
 * formatted once, by its first directive.
 *
 * @returns undefined when the document has no `@wire`
 */
export function wireFormatter(document: DocumentNode): Format | undefined {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operation && ofSelections([operation.selectionSet], fragments);
}

function ofSelections(sets: readonly SelectionSetNode[], fragments: Fragments): Format | undefined {
  const steps = [...fieldsByKey(sets, fragments)].flatMap(([key, nodes]) => ofField(key, nodes, fragments) ?? []);
  if (steps.length === 0) return undefined;
  return (parent) => {
    for (const step of steps) step(parent);
  };
}

function ofField(key: string, nodes: Merged, fragments: Fragments): Format | undefined {
  const wire = nodes.map((node) => wireOf(node)).find((each) => each !== undefined);
  const inner = ofSelections(innerSets(nodes), fragments);
  if (!wire && !inner) return undefined;
  const format = wire?.as && FORMS[wire.as].format;
  const whenNull = wire?.nullAs && NULL_FORMS[wire.nullAs].value;
  return (parent) => {
    const value = parent[key];
    if (value === undefined) return; // left out by @skip or @include
    if (value === null) {
      if (whenNull) parent[key] = whenNull();
    } else {
      if (inner) each(value, inner);
      if (format) parent[key] = format(value);
    }
  };
}

function each(value: unknown, step: Format): void {
  if (Array.isArray(value)) for (const entry of value) each(entry, step);
  else if (typeof value === 'object' && value !== null) step(value as Record<string, unknown>);
}
