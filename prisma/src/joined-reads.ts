import type { PrismaClient } from './generated/client/client.ts';

/** Prisma's internal data loader, which its types do not declare. */
type Joiner = { options: object };
type JoinerClass = new (options: object) => Joiner;

/**
 * Prisma joins reads by id that begin in one tick, across callers, and sends all of them for the first caller: on its
 * share of the connections, until its signal is aborted. This function restricts the joining to reads of one unit of
 * work.
 *
 * @param presentWork an object that identifies the current unit of work; undefined outside of one
 * @throws when the installed Prisma version has no such data loader
 */
export function joinReadsOf(client: PrismaClient, presentWork: () => object | undefined): void {
  const handler: unknown = Reflect.get(client, '_requestHandler');
  const common: unknown = typeof handler === 'object' && handler !== null && Reflect.get(handler, 'dataloader');
  if (!isJoiner(common)) throw new Error('This version of Prisma has no known data loader.');
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
