import type { PrismaClient } from './generated/client/client.ts';

/** What Prisma joins reads with; its types do not tell. */
type Joiner = { options: object };
type JoinerClass = new (options: object) => Joiner;

/**
 * Prisma joins reads by id that begin in one tick, whoever sends them, and sends all of them for whoever was first: on the share
 * of its connections, until its signal is aborted. From now on those of one work are joined alone.
 *
 * @param presentWork what stands for the present work, the same from its beginning to its end; undefined where there is none
 * @throws when Prisma keeps them elsewhere than the version that this was written for
 */
export function joinReadsOf(client: PrismaClient, presentWork: () => object | undefined): void {
  const handler: unknown = Reflect.get(client, '_requestHandler');
  const common: unknown = typeof handler === 'object' && handler !== null && Reflect.get(handler, 'dataloader');
  if (!isJoiner(common)) throw new Error('This version of Prisma joins reads in a way that is not known.');
  const joiners = new WeakMap<object, Joiner>();
  const ofPresentWork = (): Joiner => {
    const work = presentWork();
    if (!work) return common;
    const known = joiners.get(work) ?? new (common.constructor as JoinerClass)(common.options);
    joiners.set(work, known);
    return known;
  };
  Object.defineProperty(handler, 'dataloader', { get: ofPresentWork });
}

const isJoiner = (value: unknown): value is Joiner =>
  typeof value === 'object' && value !== null && 'options' in value && 'batches' in value && 'request' in value;
