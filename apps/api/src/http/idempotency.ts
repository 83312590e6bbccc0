import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { type Context, createLoaders, inTurn, namedOrders } from '@channel/graph';
import { inTransaction, isLockTimeout, type Prisma, type Tx } from '@channel/prisma';
import { type Call, HttpError, InvalidInput, type Route, type Run, type WireAnswer } from 'graphql-rest-router';

const MAX_KEY = 255;

/**
 * Whether an endpoint takes an `Idempotency-Key`: all writes except those of tokens, whose answer must not be stored.
 */
export const takesIdempotencyKey = ({ operation, path }: Route): boolean =>
  operation.kind === 'mutation' && !path.startsWith('/v1/tokens');

/** Whether a refresh is repeatable: the new pair is derived from the key, and nothing of the answer is stored. */
export const takesRefreshKey = ({ operation }: Route): boolean => operation.name === 'RefreshTokens';

/**
 * The `Idempotency-Key` of a request; undefined without one.
 *
 * @throws 422 for a malformed key
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key) && key.length <= MAX_KEY)) return key;
  throw new InvalidInput([
    { path: ['idempotency-key'], message: `The Idempotency-Key must be 1 to ${MAX_KEY} visible ASCII characters.` },
  ]);
}

/** A key for a write, and a hash of the request: the same key must come with the same request. */
type Attempt = { userId: number; key: string; requestHash: Uint8Array<ArrayBuffer> };

/**
 * Runs a write at most once for each `Idempotency-Key` of a user. The answer is stored in the write's own transaction,
 * so that both are committed or neither. A repeated request gets the stored answer, with `Idempotent-Replayed: true`. A
 * refused write stores nothing. A duplicate request that arrives meanwhile waits for the first, or gets a 409.
 */
export async function once(call: Call<Context>, hours: number, run: Run<Context>): Promise<WireAnswer> {
  const { context } = call;
  const attempt = attemptOf(call);
  if (!attempt) return run();
  const change = () =>
    inTransaction(context.db, async (tx) => {
      const earlier = await claim(tx, attempt, context.now, hours).catch(stillRunning);
      if (earlier) return replay(earlier, attempt);
      const answer = await run({ context: { ...context, db: tx, loaders: createLoaders(tx) } });
      await keep(tx, attempt, answer);
      return answer;
    });
  // Waiting inside the transaction would hold a connection.
  return inTurn(context.db, await namedOrders(context, call.variables), change);
}

/** Only a duplicate request locks the row of a key. */
function stillRunning(error: unknown): never {
  if (isLockTimeout(error)) throw new HttpError(409, 'A request with this Idempotency-Key is still being processed.');
  throw error;
}

function attemptOf({ request, context }: Call<Context>): Attempt | undefined {
  const key = idempotencyKeyOf(request.headers);
  if (key === undefined || !context.actor) return undefined;
  const { method, body } = request;
  // A trailing slash means the same path.
  const url = request.url.replace(/\/(?=\?|$)/, '');
  const hash = createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest();
  return { userId: context.actor.userId, key, requestHash: new Uint8Array(hash) };
}

type Kept = Prisma.IdempotencyRecordGetPayload<object>;

/**
 * Claims the key and waits for a duplicate request to end.
 *
 * @returns the answer that an earlier request stored under it
 */
async function claim(tx: Tx, { userId, key, requestHash }: Attempt, now: Date, hours: number): Promise<Kept | null> {
  await tx.idempotencyRecord.deleteMany({ where: { userId, key, expiresAt: { lte: now } } });
  const expiresAt = new Date(now.getTime() + hours * 3_600_000);
  const { count } = await tx.idempotencyRecord.createMany({
    data: { userId, key, requestHash, status: 0, body: '', createdAt: now, expiresAt },
    skipDuplicates: true,
  });
  return count === 1 ? null : tx.idempotencyRecord.findUnique({ where: { userId_key: { userId, key } } });
}

function replay({ requestHash, status, headers, body }: Kept, attempt: Attempt): WireAnswer {
  if (!Buffer.from(requestHash).equals(attempt.requestHash)) {
    throw new InvalidInput([
      { path: ['idempotency-key'], message: 'The Idempotency-Key was used for another request.' },
    ]);
  }
  // Only `keep` writes this value, in this shape.
  return {
    status,
    headers: { ...(headers as Record<string, string>), 'idempotent-replayed': 'true' },
    body: body === '' ? undefined : body,
  };
}

async function keep(tx: Tx, { userId, key }: Attempt, { status, headers, body }: WireAnswer): Promise<void> {
  if (body instanceof Readable) throw new Error('A streamed answer cannot be stored under an Idempotency-Key.');
  await tx.idempotencyRecord.update({
    where: { userId_key: { userId, key } },
    data: { status, headers: { ...headers }, body: String(body ?? '') },
  });
}
