import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
  visit,
} from 'graphql';
import { raw, sql } from 'graphql-sql';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { matchingOrders, type OrderFilter } from '../orders/order-filter.ts';
import { schema } from '../schema.ts';
import { checkScopes, fragmentsOf } from '../scopes/check-scopes.ts';
import { checkArguments } from '../shared/bounded-arguments.ts';
import { jsonOver } from '../shared/rows.ts';

/** Maximum number of orders of an export. Their ids take eight bytes each while it runs. */
const MAX_ORDERS = 1_000_000;

/** The variable of an exporting operation that holds the ids of a page. */
const IDS = 'exportedIds';

const unexportable = (message: string, node?: FieldNode | OperationDefinitionNode) =>
  new GraphQLError(`An export ${message}.`, { nodes: node, extensions: { code: 'BAD_REQUEST' } });

/** The operation that reads a page, without the selection of the one that was sent. */
const [PAGE] = parse(`query ($${IDS}: [SafeInt!]!) { orders: ordersById(ids: $${IDS}) }`).definitions as [
  OperationDefinitionNode,
];
const [PAGE_LIST] = PAGE.selectionSet.selections as [FieldNode];

/** The operation that reads a page of an export, and the field of the list in the operation that was sent. */
type Exporting = { operation: OperationDefinitionNode; list: FieldNode; document: DocumentNode };

const known = new WeakMap<DocumentNode, Exporting>();

/** @throws {GraphQLError} for a document that is not a query of `orders` with a filter alone */
function exportingOf(document: DocumentNode, operationName?: string | null): Exporting {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'query' || !getOperationAST(document))
    throw unexportable('is a `query`, the only operation of its document');
  const cached = known.get(document);
  if (cached) return cached;
  const [list, another] = operation.selectionSet.selections;
  if (list?.kind !== Kind.FIELD || list.name.value !== 'orders' || another || list.directives?.length)
    throw unexportable('selects the field `orders` and nothing else beside it', operation);
  if (list.arguments?.some(({ name }) => name.value !== 'filter'))
    throw unexportable('takes the argument `filter` of `orders` alone: it holds all matches, by id', list);
  const { selectionSet } = list;
  const field: FieldNode = selectionSet ? { ...PAGE_LIST, selectionSet } : PAGE_LIST;
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const used = new Set<string>();
  for (const node of [field, ...fragments]) visit(node, { Variable: ({ name }) => void used.add(name.value) });
  const own = operation.variableDefinitions?.filter(({ variable }) => used.has(variable.name.value)) ?? [];
  if (own.some(({ variable }) => variable.name.value === IDS))
    throw unexportable(`has no variable named \`${IDS}\``, operation);
  const page: OperationDefinitionNode = {
    ...PAGE,
    ...(operation.name ? { name: operation.name } : {}),
    variableDefinitions: [...own, ...(PAGE.variableDefinitions ?? [])],
    selectionSet: { kind: Kind.SELECTION_SET, selections: [field] },
  };
  const exporting = { operation, list, document: { kind: Kind.DOCUMENT, definitions: [page, ...fragments] } } as const;
  known.set(document, exporting);
  return exporting;
}

/** A bulk export of orders. */
export type OrderExport = {
  /** The orders that matched when it began, in ascending order. */
  ids: Float64Array;
  /** The operation that answers with a page of them as `orders`. */
  document: DocumentNode;
  /** Its variables for a page of ids. */
  variables(ids: Iterable<number>): Record<string, unknown>;
};

/**
 * The page operation of an export, before its orders are found, for its cost.
 *
 * @param document a valid document
 * @throws {GraphQLError} BAD_REQUEST for a document that can't be exported
 */
export function exportedPage(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  operationName?: string | null,
): Omit<OrderExport, 'ids'> {
  return {
    document: exportingOf(document, operationName).document,
    variables: (ids) => ({ ...variables, [IDS]: [...ids] }),
  };
}

/**
 * Begins an export: one statement finds the orders that match the filter. Their set is fixed then, whatever is written
 * meanwhile, so that no page repeats or passes over an order. Pages are read later, each by a statement of its own, so that
 * neither a transaction nor a snapshot stays open while the client reads.
 *
 * @throws {GraphQLError} BAD_REQUEST for a document that can't be exported, BAD_USER_INPUT for variables that don't fit,
 *   and the errors of the filter
 */
export async function exportedOrders(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
  operationName?: string | null,
): Promise<Float64Array> {
  const { operation, list } = exportingOf(document, operationName);
  checkScopes(context, { schema, operation, fragments: fragmentsOf(document) });
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: 1,
  });
  const [error] = errors ?? [];
  if (error || !coerced)
    throw new GraphQLError(error?.message ?? '', { nodes: error?.nodes, extensions: { code: 'BAD_USER_INPUT' } });
  const field = schema.getQueryType()?.getFields().orders;
  if (!field) throw new Error('the schema has no orders');
  const args: { filter?: typeof OrderFilter.$inferInput | null } = getArgumentValues(field, list, coerced);
  checkArguments(field, args);
  const ids = await jsonOver<number[]>(
    context.db,
    'Order',
    await matchingOrders(args.filter, context),
    (_row, matches) =>
      sql`SELECT coalesce(json_agg(m.id ORDER BY m.id), '[]')::text FROM (
        SELECT l.id FROM orders l WHERE ${matches} LIMIT ${raw(String(MAX_ORDERS + 1))}
      ) m`,
  );
  if (ids.length > MAX_ORDERS)
    throw invalid([{ path: ['filter'], message: `must match at most ${MAX_ORDERS} orders.` }]);
  return Float64Array.from(ids);
}
