import { inSavepoint, inTransaction, type Tx } from '@channel/prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../builder.ts';
import type { Context, OrderChanged } from '../context.ts';
import { conflict, FieldErrors } from '../errors.ts';
import { readOnce } from './read-once.ts';
import { isUserError, refusedWhole, UserError, type UserErrorShape, userErrorsOf } from './user-error.ts';

/*
 * Batches: different changes of one kind in one request, each with a result of its own. All run in one transaction, one
 * after the other, each in a savepoint: one that is refused leaves nothing behind, neither events nor lines of the audit
 * log. Each change is made by the same function as if it were sent alone; the events of all are emitted together.
 */

/** Maximum items of a batch. */
export const MAX_ITEMS = 100;

const BatchMode = builder.enumType('BatchMode', {
  description: 'What a batch does where some of its items are refused.',
  values: {
    ATOMIC: { description: 'Makes all changes or none.' },
    PER_ITEM: { description: 'Makes the changes that are not refused.' },
  } as const,
});

/** The options of the argument `mode` of a batch. */
export const batchMode = {
  type: BatchMode,
  required: true,
  defaultValue: 'ATOMIC',
  description: 'Whether items that are refused keep the others from being made.',
} as const;

/** The description of the argument `items` of a batch; `what` says what an item is. */
export const itemsOf = (what: string): string => `${what}: 1 to ${MAX_ITEMS}.`;

/** The arguments of a batch. */
export type Batch<Item> = { items: readonly Item[]; mode: typeof BatchMode.$inferType };

/** What became of an item: the id of what was made or changed, or why it was not. */
type Outcome = { id: number; userErrors: [] } | { id: null; userErrors: UserErrorShape[] };

/** The result of an item. */
export type ItemResult = Outcome & {
  /** The row that the item made or changed; null without one. The rows of all items are read together. */
  row<Row extends { id: number }>(
    info: GraphQLResolveInfo,
    read: (id: { in: number[] }) => Promise<Row[]>,
  ): Promise<Row | null>;
};

/** The field of a result that says why the item was not made. */
export const itemErrors = {
  type: [UserError] as [typeof UserError],
  description: 'Why the change was not made, with paths that begin with `items`; empty where it was made.',
  resolve: ({ userErrors }: ItemResult) => userErrors,
};

/**
 * Checks the items before any is run.
 *
 * @param key the member of an item that names an existing thing, which only one item may name
 * @throws a validation error for no items, too many, or two that name the same
 */
export function checkItems<Item>(items: readonly Item[], key?: Extract<keyof Item, string>): void {
  const fieldErrors = new FieldErrors();
  if (items.length === 0 || items.length > MAX_ITEMS) fieldErrors.add(['items'], `must hold 1 to ${MAX_ITEMS} items.`);
  else if (key !== undefined) {
    const ids = items.map((item) => item[key]);
    ids.forEach((id, index) => {
      if (ids.indexOf(id) < index) fieldErrors.add(['items', index, key], 'is named by an earlier item already.');
    });
  }
  fieldErrors.throwIfAny();
}

/** How the items of a kind of batch are run. */
type Run<Item, State> = {
  /** Locks all that the items change, in the order in which all writers lock it, and reads what they need. */
  begin: (tx: Tx, inside: Context) => Promise<State>;
  /** Makes the change of an item. @returns the id of the row that the result shows */
  change: (tx: Tx, inside: Context, item: Item, state: State) => Promise<number>;
  /** Where the paths of field errors are relative to, within the item. */
  within?: readonly string[];
};

/** Takes back what a batch has made. */
class Refused extends Error {}

/**
 * Runs the items of a batch in one transaction: they are made, or refused by an expected error that the caller can
 * correct. All are run in either mode, so that each has the errors of its own. A batch of which nothing was made is
 * marked as refused, see `refusedWhole`.
 *
 * @returns a result for each item, in their order
 * @throws any other error; then nothing was made
 */
export async function runItems<Item, State>(
  context: Context,
  { items, mode }: Batch<Item>,
  { begin, change, within = [] }: Run<Item, State>,
): Promise<ItemResult[]> {
  const outcomes: Outcome[] = [];
  const runAll = (tx: Tx) =>
    inSavepoint(tx, async () => {
      const inside = { ...context, db: tx };
      const state = await begin(tx, inside);
      const changes: OrderChanged[] = [];
      for (const [index, item] of items.entries()) {
        const own: OrderChanged[] = [];
        const emit: Context['emit'] = async (_tx, _context, emitted) => void own.push(...emitted);
        const run = inSavepoint(tx, () => change(tx, { ...inside, emit }, item, state));
        const outcome = await run.then(made, refusedAt(['items', String(index)], within));
        if (!isRefused(outcome)) changes.push(...own);
        outcomes.push(outcome);
      }
      if (mode === 'ATOMIC' && outcomes.some(isRefused)) throw new Refused();
      // Together: the bodies of events take the database longer than the changes.
      const ascending = changes.sort((one, other) => one.orderId - other.orderId);
      await context.emit(tx, inside, ascending);
    });
  try {
    await inTransaction(context.db, runAll);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refusedWhole(resultsOf(outcomes.map(notMade)), reasonsOf(outcomes));
  }
  const results = resultsOf(outcomes);
  return outcomes.every(isRefused) ? refusedWhole(results, reasonsOf(outcomes)) : results;
}

const made = (id: number): Outcome => ({ id, userErrors: [] });

/** @throws errors that are not expected */
const refusedAt =
  (at: readonly string[], within: readonly string[]) =>
  (error: unknown): Outcome => {
    if (!isUserError(error)) throw error;
    const pathOf = (path: readonly string[]) => [...at, ...(path.length > 0 ? within : []), ...path];
    return { id: null, userErrors: userErrorsOf(error).map((each) => ({ ...each, path: pathOf(each.path) })) };
  };

const reasonsOf = (outcomes: readonly Outcome[]) => outcomes.flatMap(({ userErrors }) => userErrors);

const isRefused = ({ id }: Outcome): boolean => id === null;

const NOT_MADE = conflict('Not made, because another item was refused.');

/** An item of a batch that is taken back. */
const notMade = (outcome: Outcome, index: number): Outcome =>
  outcome.id === null ? outcome : refusedAt(['items', String(index)], [])(NOT_MADE);

function resultsOf(outcomes: readonly Outcome[]): ItemResult[] {
  const ids = outcomes.flatMap(({ id }) => id ?? []);
  // By response key: a field that is selected twice may have two selections.
  const reads = new Map<string | number, (id: number) => Promise<{ id: number } | null>>();
  return outcomes.map((outcome) => ({
    ...outcome,
    async row(info, read) {
      if (outcome.id === null) return null;
      const rowOf = reads.get(info.path.key) ?? readOnce(() => read({ in: ids }));
      reads.set(info.path.key, rowOf);
      // The reads of a field answer with the same rows.
      return rowOf(outcome.id) as Promise<Awaited<ReturnType<typeof read>>[number] | null>;
    },
  }));
}
