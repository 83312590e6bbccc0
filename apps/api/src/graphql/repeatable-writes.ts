import { type Context, isWithinScopes, keyIn, namedOrders, reasonWithoutKey, schema } from '@channel/graph';
import { sendHeld } from '@channel/prisma';
import type { FastifyRequest } from 'fastify';
import {
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
} from 'graphql';
import { HttpError, InvalidInput } from 'graphql-rest-router';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { checkedKey, idempotencyKeyOf, once, refusedKey } from '../http/idempotency.ts';
import { boundedAnswer } from './answer-size.ts';
import type { Cost } from './cost.ts';
import { rootFields } from './made-changes.ts';
import type { RequestWork } from './work.ts';

type Requested = Context & { incoming: FastifyRequest; params: GraphQLParams; work: RequestWork; cost?: Cost };
type Given = Omit<ExecutionArgs, 'contextValue'> & { contextValue: Requested };
type Execute = (args: Given) => ExecutionResult | Promise<ExecutionResult>;

const repeated = new WeakSet<FastifyRequest>();

/** Whether a request is answered with the stored answer of an earlier one. */
export const wasRepeated = (request: FastifyRequest): boolean => repeated.has(request);

/**
 * Runs a mutation with an `Idempotency-Key` (the header, or an argument of its fields) at most once, as v1 does: all of
 * its fields in one transaction, with the answer. One that fails, or of which a field is refused, makes no change and
 * stores nothing.
 */
export const repeatableWrites = (megabytes: number): Plugin<Requested> => ({
  onExecute: ({ args, executeFn, setExecuteFn }) => {
    if (getOperationAST(args.document, args.operationName)?.operation !== 'mutation') return;
    const execute = executeFn as Execute;
    setExecuteFn(async (valid: ExecutionArgs) => {
      const given = { ...valid, contextValue: args.contextValue };
      try {
        const write = await keyedWrite(given);
        return write ? await answerOnce(given, write, execute, megabytes) : await execute(given);
      } catch (error) {
        return refusal(error);
      }
    });
  },
});

type Found = { userId: number; key: string; orderIds: number[] };

/** @throws 422 for a key that is not taken */
async function keyedWrite(given: Given): Promise<Found | undefined> {
  const { incoming, actor } = given.contextValue;
  const fields = fieldsOf(given);
  const takers = fields.filter(({ reason }) => reason === undefined);
  const keys = takers.flatMap(({ args }) => keyIn(args) ?? []).map(checkedKey);
  const header = idempotencyKeyOf(incoming.headers);
  const [key, ...others] = new Set(header === undefined ? keys : [header, ...keys]);
  if (key === undefined) return undefined;
  if (others.length > 0) throw refusedKey('The Idempotency-Key must be the same in the header and in all arguments.');
  const [other] = fields.filter(({ reason }) => reason !== undefined);
  if (other) throw refusedKey(`The Idempotency-Key is not taken by ${other.name}: ${other.reason}.`);
  if (!actor) throw refusedKey('The Idempotency-Key is taken from users alone.');
  // A stored answer is not repeated to whoever may no longer send the operation; its execution refuses it.
  if (!isWithinScopes(schema, given.document, actor, given.operationName)) return undefined;
  const orderIds: number[] = [];
  for (const { args } of takers) orderIds.push(...(await namedOrders(given.contextValue, args)));
  return { userId: actor.userId, key, orderIds };
}

type Field = { name: string; args: Readonly<Record<string, unknown>>; reason: string | undefined };

/** The root fields of a mutation that is valid, and whose variables are. */
function fieldsOf({ document, operationName, variableValues }: Given): Field[] {
  const operation = getOperationAST(document, operationName);
  const known = schema.getMutationType()?.getFields();
  if (!operation || !known) return [];
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {});
  return rootFields(operation, document, coerced).flatMap((node: FieldNode) => {
    const field = known[node.name.value];
    if (!field) return [];
    return [{ name: field.name, args: getArgumentValues(field, node, coerced), reason: reasonWithoutKey(field) }];
  });
}

/** The result of an operation that failed or was refused: it rolls back its transaction. */
class Failed extends Error {
  readonly result: ExecutionResult;
  constructor(result: ExecutionResult) {
    super('The operation failed.');
    this.result = result;
  }
}

const failed = (errors: readonly GraphQLError[]) => new Failed({ data: null, errors });

async function answerOnce(
  given: Given,
  { userId, key, orderIds }: Found,
  execute: Execute,
  megabytes: number,
): Promise<ExecutionResult> {
  const context = given.contextValue;
  const { query, variables, operationName } = context.params;
  const request = `POST /graphql\n${JSON.stringify([query, variables ?? {}, operationName ?? null])}`;
  context.work.makeTogether();
  let result: ExecutionResult | undefined;
  const { body } = await once(context, userId, { key, request, orderIds }, async (inside) => {
    // A mutation of GraphQL may do more than write.
    await sendHeld(inside.db);
    result = await execute({ ...given, contextValue: inside });
    if (result.errors) throw failed(result.errors);
    if (context.work.refusals.size > 0) throw new Failed(asOne(result, context.work));
    return { status: 200, headers: {}, body: await jsonOf(result, inside.cost, megabytes) };
  });
  if (result) return result;
  repeated.add(context.incoming);
  return JSON.parse(String(body));
}

/**
 * The result of an operation of which fields were refused. A key covers the whole operation: of several changes none is
 * made where one is refused, so that the answers of the others would be wrong.
 */
function asOne(result: ExecutionResult, { refusals }: RequestWork): ExecutionResult {
  if (Object.keys(result.data ?? {}).length === 1) return result;
  const errors = Array.from(
    refusals,
    ([key, { message, extensions }]) => new GraphQLError(message, { path: [key], extensions }),
  );
  return { data: null, errors };
}

/** The JSON of an answer as it is sent. @throws the refusal of one that is too large */
async function jsonOf(result: ExecutionResult, cost: Cost | undefined, megabytes: number): Promise<string> {
  const { errors, ...answer } = await boundedAnswer(result, megabytes, {
    inPlace: (error) => error,
    answered: () => {},
  });
  if (errors) throw failed(errors);
  const { stringify, ...rest } = answer as ExecutionResult & { stringify(answer: ExecutionResult): string };
  return stringify(cost ? { ...rest, extensions: { cost } } : rest);
}

/** A change of the same key that is still running: unlike any other conflict, it ends by waiting. */
const IN_PROGRESS = {
  code: 'CONFLICT',
  reason: 'IN_PROGRESS',
  retryAfter: 1,
} as const;

/** The result of an operation that was refused for its key, or failed. */
function refusal(error: unknown): ExecutionResult {
  if (error instanceof Failed) return error.result;
  if (error instanceof InvalidInput) {
    const extensions = { code: 'VALIDATION', fields: error.fieldErrors };
    return { data: null, errors: [new GraphQLError(error.message, { extensions })] };
  }
  if (error instanceof HttpError && error.status === 409)
    return { data: null, errors: [new GraphQLError(error.message, { extensions: IN_PROGRESS })] };
  if (error instanceof Error)
    return { data: null, errors: [new GraphQLError(error.message, { originalError: error })] };
  throw error;
}
