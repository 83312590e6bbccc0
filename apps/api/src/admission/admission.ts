import type { Actor } from '@channel/auth';
import type { Arrival } from 'graphql-rest-router';
import { isHeavy } from './heavy.ts';
import type { Surface } from './surface.ts';

/** Admits the requests of a REST router to a surface. */
export const admission =
  (surface: Surface) =>
  <Result>(
    { request, route, variables, actor, hasBegun }: Arrival<Actor>,
    work: () => Promise<Result>,
  ): Promise<Result> =>
    surface.run(
      // On a route that requires a login, the actor is known by now.
      { actor: actor ?? null, hasBegun, socket: request.raw.socket, isHeavy: isHeavy(route.operation.name, variables) },
      work,
    );
