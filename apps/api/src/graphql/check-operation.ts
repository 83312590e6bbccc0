import { operationCost, pageVariables } from '@channel/graph';
import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  NoDeprecatedCustomRule,
  type TypeNode,
  validate,
  visit,
} from 'graphql';
import type { ManifestOperation } from './manifest.ts';
import { parseWithinLimits } from './syntax.ts';
import { validateWithinLimits } from './validation.ts';

/** What is known of an operation before it runs. */
export type CheckedOperation = {
  /** Undefined if it can't be parsed, or does not fit the schema. */
  document?: DocumentNode;
  /** The cost with the default sizes of lists, and with the largest ones that its variables can request. */
  cost?: { usual: number; max: number };
  problems: string[];
  warnings: string[];
};

/** The maximum of page sizes, and more than any list of ids. */
const LARGEST = 1_000;

/**
 * Checks an operation as the API does when it starts and when it runs.
 *
 * @param limit the maximum cost of one operation
 */
export function checkOperation(
  { name, type, body }: Pick<ManifestOperation, 'name' | 'type' | 'body'>,
  schema: GraphQLSchema,
  limit: number,
): CheckedOperation {
  const checked: CheckedOperation = { problems: [], warnings: [] };
  let document: DocumentNode;
  try {
    document = parseWithinLimits(body);
  } catch (error) {
    return { ...checked, problems: [error instanceof Error ? error.message : String(error)] };
  }
  const operation = getOperationAST(document);
  if (operation?.name?.value !== name || operation.operation !== type)
    return { ...checked, problems: [`The text must hold exactly one operation, the ${type} ${name}.`] };
  const violations = validateWithinLimits(schema, document);
  if (violations.length > 0) return { ...checked, problems: violations.map(({ message }) => message) };
  const cost = costsOf(schema, document);
  if (cost.usual > limit)
    checked.problems.push(
      `It costs ${cost.usual}, and one may cost at most ${limit}: request smaller pages or fewer lists.`,
    );
  else if (cost.max > limit)
    checked.warnings.push(`With the largest page sizes it costs ${cost.max}, and is refused above ${limit}.`);
  checked.warnings.push(...validate(schema, document, [NoDeprecatedCustomRule]).map(({ message }) => message));
  return { ...checked, document, cost };
}

/** The higher cost of all conditions being true, and all being false. */
function costsOf(schema: GraphQLSchema, document: DocumentNode): { usual: number; max: number } {
  const relaxed = withoutRequired(document);
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  const typeOf = (variable: string) => definitions.find((each) => each.variable.name.value === variable)?.type;
  const booleans = definitions.filter(({ type }) => nameOf(type) === 'Boolean');
  const pages = [...new Set(pageVariables(schema, document).map(({ name }) => name))];
  const cost = (sizes: Record<string, unknown>) =>
    Math.max(
      ...[true, false].map((value) => {
        const given = Object.fromEntries(booleans.map(({ variable }) => [variable.name.value, value]));
        return operationCost(schema, relaxed, { ...given, ...sizes });
      }),
    );
  const lists = pages.filter((page) => isList(typeOf(page)));
  const sizes = pages.filter((page) => !lists.includes(page));
  // Without a value, a list of ids counts with the maximum size.
  return {
    usual: cost(Object.fromEntries(lists.map((list) => [list, []]))),
    max: cost(Object.fromEntries(sizes.map((size) => [size, LARGEST]))),
  };
}

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type));

const isList = (type: TypeNode | undefined): boolean =>
  type?.kind === Kind.NON_NULL_TYPE ? isList(type.type) : type?.kind === Kind.LIST_TYPE;

/** The document with variables that may be left out, so that its cost is known without them. */
const withoutRequired = (document: DocumentNode): DocumentNode =>
  visit(document, {
    VariableDefinition: (node) =>
      node.type.kind === Kind.NON_NULL_TYPE ? { ...node, type: node.type.type } : undefined,
  });
