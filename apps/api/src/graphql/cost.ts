import type { Actor } from '@channel/auth';
import { operationCost, schema } from '@channel/graph';
import type { Settings } from '@channel/settings';
import { type DocumentNode, GraphQLError, getOperationAST, getVariableValues, parse, Source } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Leases } from '../quotas/leases.ts';
import type { PersistedDocument } from './persisted.ts';
import { refusedVariables } from './refused-variables.ts';
import { checkSyntax } from './syntax.ts';

/**
 * The cost of an operation and the rest of the minute's budget (null without a limit), as answers and refusals report
 * it.
 */
export type Cost = { requested: number; limit: number; remaining: number | null; resetsAt: string };

/**
 * Counts the operation of a request once, however often it is called; and again for each event of a subscription.
 *
 * @returns undefined for an operation that is not counted
 * @throws a refusal if the cost exceeds the limit for one operation or the rest of the minute's budget
 */
export type Bill = (
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  operationName?: string | null,
  isAnew?: boolean,
) => Promise<Cost | undefined>;

/** The bill of one event of a subscription, whose cost is known already. */
export const ofEvent =
  (bill: Bill): Bill =>
  (document, variables, operationName) =>
    bill(document, variables, operationName, true);

type Sent = Pick<PersistedDocument, 'owner' | 'pages'>;

/**
 * Whether the cost of a request is counted. Documents of v1 and of the console are not counted as long as they request
 * no more entries than v1 and the console do: reviews and tests bound them for those sizes.
 *
 * @param body the request before validation: variables that don't fit the document are refused whether they are counted
 *   or not
 */
export function isCounted(document: Sent | undefined, body: unknown): boolean {
  if (document === undefined || document.owner === 'tools') return true;
  const variables: unknown = typeof body === 'object' && body !== null && 'variables' in body ? body.variables : null;
  if (typeof variables !== 'object' || variables === null) return false;
  return document.pages.some(({ name, max }) => {
    const value: unknown = Reflect.get(variables, name);
    const entries = Array.isArray(value) ? value.length : value;
    return typeof entries === 'number' && entries > max;
  });
}

export type Costs = {
  /** Counts a cost of a user. @throws the refusals of `Bill` */
  charge(userId: number, requested: number): Promise<Cost>;
  billFor(actor: Actor | null, isCounted: boolean): Bill;
};

type Limits = Pick<Settings, 'graphqlCost' | 'graphqlCostPerMinute'>;

/** The minute of the budget, in seconds. */
const SECONDS = 60;

type Options = { leases: Leases; onRefusal?: (() => void) | undefined };

/** Limits each operation, and the cost of each user's operations in a minute, in all processes together. */
export function createCosts(
  { graphqlCost: limit, graphqlCostPerMinute: perMinute }: Limits,
  { leases, onRefusal = () => {} }: Options,
): Costs {
  async function charge(userId: number, requested: number): Promise<Cost> {
    const quota = { key: `cost ${userId}`, limit: perMinute, seconds: SECONDS };
    const isTooMuch = requested > limit;
    const isLooking = isTooMuch || perMinute === 0;
    const { isAccepted, remaining, resetsAt, resetsIn } = isLooking
      ? leases.look(quota)
      : await leases.use(quota, requested);
    const cost = {
      requested,
      limit,
      remaining: perMinute > 0 ? remaining : null,
      resetsAt: new Date(resetsAt).toISOString(),
    };
    if (isTooMuch) throw tooMuch(cost);
    if (isAccepted) return cost;
    onRefusal();
    throw overdrawn(cost, resetsIn);
  }

  return {
    charge,
    billFor(actor, isCounted) {
      if (!actor || !isCounted) return async () => undefined;
      let cost: Promise<Cost> | undefined;
      return (document, variables, operationName, isAnew = false) => {
        if (!cost) cost = charge(actor.userId, operationCost(schema, document, variables, operationName));
        else if (isAnew) cost = cost.then(({ requested }) => charge(actor.userId, requested));
        return cost;
      };
    },
  };
}

/** Operations that cost more queue with the heavy reads. */
const HEAVY = 1_000;

/**
 * Whether a request queues with the heavy reads because of its cost; false without a valid document and storable
 * variables, which are refused unread.
 */
export function isExpensive(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('query' in body)) return false;
  const { query, variables, operationName }: Requested = body;
  // They are refused unread; coercing an invalid one copies it several times.
  if (refusedVariables(variables) !== undefined) return false;
  try {
    const source = new Source(String(query));
    checkSyntax(source);
    return operationCost(schema, parse(source), variables ?? {}, operationName) > HEAVY;
  } catch {
    return false;
  }
}

type Requested = { query: unknown; variables?: Readonly<Record<string, unknown>>; operationName?: string | null };

const tooMuch = (cost: Cost) =>
  new GraphQLError(
    `The operation costs ${cost.requested}, and one may cost at most ${cost.limit}: ask for smaller pages or fewer lists within lists.`,
    { extensions: { code: 'COST_LIMIT', cost, http: { spec: true, status: 400 } } },
  );

const overdrawn = (cost: Cost, retryAfter: number) =>
  new GraphQLError(
    `The operation costs ${cost.requested}, and ${cost.remaining} is left for this minute: try again in ${retryAfter} s.`,
    {
      extensions: {
        code: 'TOO_MANY_REQUESTS',
        retryAfter,
        cost,
        http: { status: 429, headers: { 'retry-after': String(retryAfter) } },
      },
    },
  );

type Refused = { errors: GraphQLError[] };
type Counted = { bill: Bill; cost?: Cost | undefined };
type Begun = Pick<Parameters<NonNullable<Plugin<Counted>['onExecute']>>[0], 'args' | 'extendContext'>;

/**
 * Counts an operation.
 *
 * @returns the refusal of an operation whose variables don't fit, or that costs too much
 */
async function refused({ args, extendContext }: Begun): Promise<Refused | undefined> {
  const { document, variableValues, operationName, contextValue } = args;
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  // Each error prints the whole value, and execution would report up to fifty errors.
  const { errors } = getVariableValues(schema, definitions, variableValues ?? {}, { maxErrors: 1 });
  const [error] = errors ?? [];
  if (error) {
    const extensions = { ...error.extensions, code: 'BAD_USER_INPUT', http: { spec: true, status: 400 } };
    return { errors: [new GraphQLError(error.message, { nodes: error.nodes, extensions })] };
  }
  try {
    extendContext({ cost: await contextValue.bill(document, variableValues ?? {}, operationName) });
    return undefined;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [error] };
  }
}

/**
 * Counts operations before they run, and reports the cost in the answer. It does not run during validation, because
 * Yoga caches the result of a validation by the text of the document, for all callers.
 */
export const reportedCosts: Plugin<Counted> = {
  onExecute: async ({ args, extendContext, setResultAndStopExecution }) => {
    const refusal = await refused({ args, extendContext });
    if (refusal) return setResultAndStopExecution(refusal);
    return {
      onExecuteDone: ({ args: { contextValue }, result, setResult }) => {
        const { cost } = contextValue;
        // The stored answer of an earlier request has the cost that it had.
        if (cost && !isAsyncIterable(result)) setResult({ ...result, extensions: { cost, ...result.extensions } });
      },
    };
  },
  onSubscribe: async ({ args, extendContext, setResultAndStopExecution }) => {
    const refusal = await refused({ args, extendContext });
    if (refusal) setResultAndStopExecution(refusal);
  },
};
