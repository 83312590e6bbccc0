import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { type Context, createLoaders, inTurn, MAX_IDEMPOTENCY_KEY, schema, takesKey } from '@channel/graph';
import { execute, inTransaction, isDuplicate, isLockTimeout, Prisma, sendHeld, type Tx } from '@channel/prisma';
import { HttpError, InvalidInput, type Route, type WireAnswer } from 'graphql-rest-router';

/** The member of an answer that names the header. */
const HEADER = 'idempotency-key';

/** Whether an endpoint takes an `Idempotency-Key`: all writes whose mutation takes one. */
export const takesIdempotencyKey = ({ operation }: Route): boolean =>
  operation.kind === 'mutation' && takesKey(schema, operation.document);

/** Whether a refresh is repeatable: the new pair is derived from the key, and nothing of the answer is stored. */
export const takesRefreshKey = ({ operation }: Route): boolean => operation.name === 'RefreshTokens';

/**
 * The `Idempotency-Key` of a request; undefined without one.
 *
 * @throws 422 for a malformed key
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers[HEADER];
  return key === undefined ? undefined : checkedKey(key);
}

/** @throws 422 for a malformed key */
export function checkedKey(key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key) && key.length <= MAX_IDEMPOTENCY_KEY) return key;
  throw refusedKey(`The Idempotency-Key must be 1 to ${MAX_IDEMPOTENCY_KEY} visible ASCII characters.`);
}

/** The 422 for a key. */
export const refusedKey = (message: string) => new InvalidInput([{ path: [HEADER], message }]);

/** A write with a key of a user. */
export type KeyedWrite = {
  key: string;
  /** The whole request: the same key must come with the same request. */
  request: string;
  /** The orders that it changes, for which it queues. */
  orderIds: readonly number[];
};

type Attempt = { userId: number; key: string; requestHash: Uint8Array<ArrayBuffer> };

/**
 * Runs a write at most once for each `Idempotency-Key` of a user, whichever entry point receives it. The answer is stored
 * in the write's own transaction, so that both are committed or neither. A repeated request gets the stored answer, with
 * `Idempotent-Replayed: true`. A refused write, for which `run` throws, stores nothing. A duplicate request that arrives
 * meanwhile waits for the first, or gets a 409.
 *
 * @param run runs the write within the transaction of the context that it gets. The key is claimed with its first
 *   statement, which fails in a repeated request: until then it may only read its arguments, see `sendHeld`
 * @throws 422 for a key of another request
 */
export async function once<Given extends Context>(
  context: Given,
  userId: number,
  { key, request, orderIds }: KeyedWrite,
  run: (inside: Given) => Promise<WireAnswer>,
): Promise<WireAnswer> {
  const attempt = { userId, key, requestHash: new Uint8Array(createHash('sha256').update(request).digest()) };
  const change = async () => {
    const claim: Claim = { isLost: false, isContended: false };
    try {
      return await inTransaction(context.db, async (tx) => {
        await sendClaim(tx, attempt, context, claim);
        const shown = new Set(orderIds);
        const inside = {
          ...context,
          db: tx,
          loaders: createLoaders(tx),
          ordersShown: shown,
          emit: noting(context, shown),
        };
        const answer = await run(inside).catch(async (error: unknown) => {
          // Before its first statement as well, a repeated request is answered as the first one was.
          await sendHeld(tx).catch(() => {});
          throw error;
        });
        await keep(tx, attempt, answer, [...shown]);
        return answer;
      });
    } catch (error) {
      if (claim.isContended) throw stillRunning();
      if (!claim.isLost) throw error;
    }
    const earlier = await context.db.idempotencyRecord.findUnique({ where: { userId_key: { userId, key } } });
    // It expired meanwhile.
    if (!earlier) throw stillRunning();
    return replay(earlier, attempt);
  };
  // Waiting inside the transaction would hold a connection.
  return inTurn(context.db, orderIds, change);
}

/** Emits, and notes the orders that the write changes: its answer may show them without executing a field of them. */
const noting =
  ({ emit }: Context, orderIds: Set<number>): Context['emit'] =>
  async (tx, context, changes) => {
    for (const { orderId } of changes) orderIds.add(orderId);
    await emit(tx, context, changes);
  };

/** Only a duplicate request locks the row of a key. */
const stillRunning = () => new HttpError(409, 'A request with this Idempotency-Key is still being processed.');

type Kept = Prisma.IdempotencyRecordGetPayload<object>;

/** What became of the claim of a key: whether an earlier request has it, or one that still runs. */
type Claim = { isLost: boolean; isContended: boolean };

/** Claims the key with the next statement of the transaction, which waits for a duplicate request to end. */
async function sendClaim(
  tx: Tx,
  { userId, key, requestHash }: Attempt,
  { now, settings }: Context,
  claim: Claim,
): Promise<void> {
  // Whatever becomes of the error on its way.
  const noted = (error: unknown) => {
    claim.isLost = isDuplicate(error);
    claim.isContended = isLockTimeout(error);
    return error;
  };
  await execute(
    tx,
    Prisma.sql`DELETE FROM idempotency_record WHERE user_id = ${userId} AND key = ${key} AND expires_at <= ${now}::timestamptz`,
    noted,
  );
  const expiresAt = new Date(now.getTime() + settings.idempotencyHours * 3_600_000);
  await execute(
    tx,
    Prisma.sql`INSERT INTO idempotency_record (user_id, key, request_hash, status, body, created_at, expires_at)
      VALUES (${userId}, ${key}, ${requestHash}::bytea, 0, '', ${now}::timestamptz, ${expiresAt}::timestamptz)`,
    noted,
  );
}

function replay({ requestHash, status, headers, body }: Kept, attempt: Attempt): WireAnswer {
  if (requestHash.length === 0)
    throw refusedKey('The request was executed. Its answer was erased with personal data: read the order.');
  if (!Buffer.from(requestHash).equals(attempt.requestHash))
    throw refusedKey('The Idempotency-Key was used for another request.');
  // Only `keep` writes this value, in this shape.
  return {
    status,
    headers: { ...(headers as Record<string, string>), 'idempotent-replayed': 'true' },
    body: body === '' ? undefined : body,
  };
}

/** @param orderIds the orders that the answer may show: an erasure of their personal data finds it by them */
async function keep(
  tx: Tx,
  { userId, key }: Attempt,
  { status, headers, body }: WireAnswer,
  orderIds: readonly number[],
): Promise<void> {
  if (body instanceof Readable) throw new Error('A streamed answer cannot be stored under an Idempotency-Key.');
  await execute(
    tx,
    Prisma.sql`UPDATE idempotency_record
      SET status = ${status}, headers = ${JSON.stringify(headers)}::jsonb, body = ${String(body ?? '')},
        order_ids = ${orderIds}::bigint[]
      WHERE user_id = ${userId} AND key = ${key}`,
  );
}
