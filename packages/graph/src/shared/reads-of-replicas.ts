import { onReplica, ownWrites, type StampKey } from '@channel/prisma';
import { BREAK, type DocumentNode, getOperationAST, Kind, OperationTypeNode, visit } from 'graphql';
import type { Context } from '../context.ts';
import { STAMPED } from '../validation.ts';
import { organizationIdsOf, principalsOf } from './principals.ts';

/** The root fields that replicas answer: lists, searches, exports and reports. What somebody changes next is read at the primary. */
const FIELDS: ReadonlySet<string> = new Set([
  '__typename',
  'auditLog',
  'auditLogConnection',
  'auditLogMeta',
  'availableDates',
  'catalogue',
  'catalogueCategories',
  'catalogueCities',
  'catalogueConnection',
  'catalogueMeta',
  'catalogueSuppliers',
  'categories',
  'cities',
  'citiesConnection',
  'clients',
  'contactPersons',
  'countries',
  'departureUtilisation',
  'destinations',
  'drivers',
  'issuers',
  'labels',
  'lookup',
  'orderStatistics',
  'orders',
  'ordersById',
  'ordersConnection',
  'ordersMeta',
  'overview',
  'people',
  'peopleConnection',
  'peopleMeta',
  'posProducts',
  'posProductsConnection',
  'posProductsMeta',
  'products',
  'productsConnection',
  'productsMeta',
  'ratesByDate',
  'repeatCustomers',
  'repeatCustomersConnection',
  'tagKeys',
  'tagValues',
  'tourGuides',
]);

/** What is announced as a change of the order, but is not one: no stamp shows whether a replica has it. */
const UNSTAMPED: ReadonlySet<string> = new Set(['crew', 'crewWithdrawals']);

const known = new WeakMap<DocumentNode, Map<string, boolean>>();

/** Whether replicas may answer an operation: it is a query, and has only such fields. */
export function readsLists(document: DocumentNode, operationName?: string | null): boolean {
  const ofDocument = known.get(document) ?? new Map<string, boolean>();
  known.set(document, ofDocument);
  const found = ofDocument.get(operationName ?? '') ?? hasOnlyLists(document, operationName);
  ofDocument.set(operationName ?? '', found);
  return found;
}

function hasOnlyLists(document: DocumentNode, operationName?: string | null): boolean {
  const operation = getOperationAST(document, operationName);
  return (
    operation?.operation === OperationTypeNode.QUERY &&
    operation.selectionSet.selections.every(
      (selection) => selection.kind === Kind.FIELD && FIELDS.has(selection.name.value),
    ) &&
    !selectsUnstamped(document)
  );
}

function selectsUnstamped(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Field({ name }) {
      isFound ||= UNSTAMPED.has(name.value);
      return isFound ? BREAK : undefined;
    },
  });
  return isFound;
}

/** Tables whose stamps are for each part of them. */
const IN_PARTS = new Set(['availability', 'tag']);
const CATALOGUE = STAMPED.filter((name) => !IN_PARTS.has(name)).map((name): StampKey => ({ name, subject: 0 }));

/** What a caller has to see as it is now: the orders that the caller sees, the catalogue, and what the caller has written. */
function keysOf(context: Context): StampKey[] {
  const { actor } = context;
  return [
    ...CATALOGUE,
    ...principalsOf(context).map((viewer) => ({
      name: `orders of ${viewer.slice(0, 1)}`,
      subject: Number(viewer.slice(1)),
    })),
    ...[0, ...organizationIdsOf(actor)].map((subject) => ({ name: 'tag', subject })),
    ...(actor ? [ownWrites(actor.userId)] : []),
  ];
}

/**
 * Runs a read of a context, on a replica where it is a list, a search, an export or a report and the replica shows all that
 * the caller has to see. A login that the read itself has to confirm is confirmed at the primary.
 */
export function reading<Result>(
  document: DocumentNode,
  context: Context,
  read: () => Promise<Result>,
  operationName?: string | null,
): Promise<Result> {
  const isPresumed = context.presumed !== undefined && context.presumed.isConfirmed === undefined;
  if (context.crew || !readsLists(document, operationName)) return read();
  return onReplica(context.db, isPresumed ? undefined : () => keysOf(context), read);
}
