import {
  compilationOf,
  executionStrategyOf,
  operationCost,
  pageVariables,
  type Scope,
  schema,
  scopesOf,
} from '@channel/graph';
import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  NoDeprecatedCustomRule,
  type OperationTypeNode,
  type TypeNode,
  validate,
  visit,
} from 'graphql';
import { checkId, idOf, type ManifestOperation } from './manifest.ts';
import { parseWithinLimits } from './syntax.ts';
import { validateWithinLimits } from './validation.ts';

/** What is known of an operation before it runs. Without problems all of it is known. */
export type OperationReport = {
  name: string;
  type: OperationTypeNode;
  /** `sha256:` and the SHA-256 of its text in hexadecimal digits. */
  id: string;
  /** The cost with the default sizes of lists, and with the largest ones that its variables can request. */
  cost?: { usual: number; max: number };
  /** How it is answered, in words. Only the schema of this version knows its statements. */
  execution?: string;
  /** What a service account needs to send it, null where only people may; known as the execution is. */
  scopes?: Scope[] | null;
  /** Whether the API runs it by its id; only a running one knows it. */
  isRegistered?: boolean;
  problems: string[];
  warnings: string[];
};

const NO_SCHEMA =
  'It reads the schema, which an API answers only with GRAPHIQL=1 and without GRAPHQL_PERSISTED_ONLY, to bearers.';

function readsSchema(document: DocumentNode): boolean {
  let isRead = false;
  visit(document, {
    Field: ({ name }) => {
      isRead ||= name.value === '__schema' || name.value === '__type';
    },
  });
  return isRead;
}

/** The maximum of page sizes, and more than any list of ids. */
const LARGEST = 1_000;

/**
 * Checks an operation as the API does when it starts and when it runs.
 *
 * @param of the schema; another one than that of this version knows no execution and no scopes
 * @param limit the maximum cost of one operation
 */
export function checkOperation(
  { id, name, type, body }: ManifestOperation,
  of: GraphQLSchema,
  limit: number,
): OperationReport {
  const report: OperationReport = { name, type, id: idOf(body), problems: [], warnings: [] };
  const refused = (...problems: string[]) => ({ ...report, problems });
  let document: DocumentNode;
  try {
    checkId({ id, body });
    document = parseWithinLimits(body);
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
  const operation = getOperationAST(document);
  if (operation?.name?.value !== name || operation.operation !== type)
    return refused(`The text must hold exactly one operation, the ${type} ${name}.`);
  const violations = validateWithinLimits(of, document);
  if (violations.length > 0) return refused(...violations.map(({ message }) => message));
  const cost = costsOf(of, document);
  if (cost.usual > limit)
    report.problems.push(
      `It costs ${cost.usual}, and one may cost at most ${limit}: request smaller pages or fewer lists.`,
    );
  else if (cost.max > limit)
    report.warnings.push(`With the largest page sizes it costs ${cost.max}, and is refused above ${limit}.`);
  report.warnings.push(...validate(of, document, [NoDeprecatedCustomRule]).map(({ message }) => message));
  if (readsSchema(document)) report.warnings.push(NO_SCHEMA);
  const known =
    of === schema
      ? { execution: executionStrategyOf(compilationOf(document)), scopes: scopesOf(schema, document) }
      : {};
  return { ...report, cost, ...known };
}

/** The higher cost of all conditions being true, and all being false. */
function costsOf(of: GraphQLSchema, document: DocumentNode): { usual: number; max: number } {
  const relaxed = withoutRequired(document);
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  const typeOf = (variable: string) => definitions.find((each) => each.variable.name.value === variable)?.type;
  const booleans = definitions.filter(({ type }) => nameOf(type) === 'Boolean');
  const pages = [...new Set(pageVariables(of, document).map(({ name }) => name))];
  const cost = (sizes: Record<string, unknown>) =>
    Math.max(
      ...[true, false].map((value) => {
        const given = Object.fromEntries(booleans.map(({ variable }) => [variable.name.value, value]));
        return operationCost(of, relaxed, { ...given, ...sizes });
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
