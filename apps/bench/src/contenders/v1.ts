import { startServer } from '../processes.ts';
import { type Contender, v1Request } from './contender.ts';

/* Contenders that speak v1. */

const API = 'apps/api/src/main.ts';

const v1 = {
  can: () => true,
  request: v1Request,
  comparable: (body: string) => ({ body }),
};

/** One hand-written SQL statement per endpoint, on Fastify. */
export const limit: Contender = {
  ...v1,
  letter: 'a',
  name: 'hand-written SQL',
  start: (env) => startServer('apps/bench/src/limit/server.ts', env),
  can: ({ writes }) => writes !== 'ours',
};

/** The API as it ships. */
export const ours: Contender = { ...v1, letter: 'b', name: 'this server', start: (env) => startServer(API, env) };

/** The API without compiled reads. */
export const executed: Contender = {
  ...v1,
  letter: 'c',
  name: 'plain graphql-js',
  start: (env) => startServer(API, { ...env, COMPILED_READS: '0' }),
  can: ({ writes }) => writes === undefined,
};
