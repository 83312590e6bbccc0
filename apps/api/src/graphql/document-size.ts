import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

const MAX_ALIASES = 100;
const MAX_DIRECTIVES = 100;
/** Maximum number of nested fields. Introspection is deeper, and graphql-js bounds it. */
const MAX_LEVELS = 15;

/**
 * Maximum number of comparisons that validation makes to decide whether fields of one name can be merged: on every
 * level it compares each field with each other one of the same name, and each fragment with each other one. The
 * persisted documents need at most about 1,000.
 */
const MAX_COMPARISONS = 5_000;

/**
 * Refuses a document that would take long to validate, in bounded time.
 *
 * @throws {GraphQLError} that names the limit that the document exceeds
 */
export function checkSize(document: DocumentNode): void {
  let [aliases, directives] = [0, 0];
  visit(document, {
    Field: ({ alias }) => {
      if (alias) aliases += 1;
    },
    Directive: () => {
      directives += 1;
    },
  });
  if (aliases > MAX_ALIASES) throw tooMuch(`has more than ${MAX_ALIASES} aliases`);
  if (directives > MAX_DIRECTIVES) throw tooMuch(`has more than ${MAX_DIRECTIVES} directives`);
  checkComparisons(document);
}

/** The selection sets of one level: of fields that merge under one name, including those of spread fragments. */
type Level = { number: number; sets: readonly SelectionSetNode[] };

function checkComparisons({ definitions }: DocumentNode): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const open: Level[] = definitions.flatMap((node) =>
    'selectionSet' in node && node.selectionSet ? [{ number: 1, sets: [node.selectionSet] }] : [],
  );
  let comparisons = 0;
  for (let level = open.pop(); level; level = open.pop()) {
    if (level.number > MAX_LEVELS) throw tooMuch(`has more than ${MAX_LEVELS} levels of fields`);
    const { fields, spreads } = fieldsOf(level.sets, fragments);
    comparisons += spreads ** 2;
    for (const [name, { count, sets }] of fields) {
      comparisons += count ** 2;
      if (sets.length > 0)
        open.push({ number: name === '__schema' ? Number.NEGATIVE_INFINITY : level.number + 1, sets });
    }
    if (comparisons > MAX_COMPARISONS)
      throw tooMuch(
        `repeats too many fields or fragments beside each other (more than ${MAX_COMPARISONS} comparisons)`,
      );
  }
}

type Repeated = { count: number; sets: SelectionSetNode[] };

/** The fields of a level by their response names, and the number of fragments that are spread there. */
function fieldsOf(sets: Level['sets'], fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const fields = new Map<string, Repeated>();
  const seen = new Set<string>();
  let spreads = 0;
  const open: SelectionNode[] = sets.flatMap(({ selections }) => selections);
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind === Kind.FIELD) {
      const name = (node.alias ?? node.name).value;
      const known = fields.get(name) ?? { count: 0, sets: [] };
      known.count += 1;
      if (node.selectionSet) known.sets.push(node.selectionSet);
      fields.set(name, known);
    } else if (node.kind === Kind.INLINE_FRAGMENT) open.push(...node.selectionSet.selections);
    else {
      spreads += 1;
      const fragment = seen.has(node.name.value) ? undefined : fragments.get(node.name.value);
      seen.add(node.name.value);
      if (fragment) open.push(...fragment.selectionSet.selections);
    }
  }
  return { fields, spreads };
}

/** The error for a document that exceeds a limit, before it is validated. */
export const tooMuch = (reason: string) =>
  new GraphQLError(`The document ${reason}.`, { extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
