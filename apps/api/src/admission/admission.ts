import type { Actor } from '@channel/auth';
import type { Arrival } from 'graphql-rest-router';
import { isHeavy } from './heavy.ts';
import type { Surface } from './surface.ts';

/** Lets the requests of a REST router in on a surface. */
export const admission =
  (surface: Surface) =>
  <Result>(
    { request, route, variables, actor, hasBegun }: Arrival<Actor>,
    work: () => Promise<Result>,
  ): Promise<Result> =>
    surface.run(
      // Where a login is asked for, it is known by now.
      { actor: actor ?? null, hasBegun, socket: request.raw.socket, isHeavy: isHeavy(route.operation.name, variables) },
      work,
    );
