import type { FastifyRequest } from 'fastify';
import { isHeavy } from '../admission/heavy.ts';
import type { Surfaces } from '../admission/surface.ts';
import { type Caller, principalOf } from './caller.ts';
import { addressOf } from './visitor.ts';

/** Runs work of a request to `/graphql`: on the share of GraphQL for a bearer token, else on that of the console. */
export type Admitted = <Result>(
  work: () => Promise<Result>,
  /** Who acts, once it is known, and the operation. */
  running?: Pick<Caller, 'actor' | 'crew'> & { operation?: string | undefined; isHeavy?: boolean },
) => Promise<Result>;

/** Admits the work of one request. A slot is held only while statements run; a stream that has begun needs none. */
export function admitted(surfaces: Surfaces, incoming: FastifyRequest): Admitted {
  const { headers, body, raw } = incoming;
  const from = { address: addressOf(incoming), socket: raw.socket };
  const surface = headers.authorization === undefined ? surfaces.console : surfaces.graphql;
  return (work, running) => {
    if (!running) return surface.run(from, work);
    const variables: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'variables') : undefined;
    const heavy = running.isHeavy === true || isHeavy(running.operation, variables);
    return surface.run({ ...from, actor: principalOf(running), isHeavy: heavy }, work);
  };
}
