import { type Environment, startServer } from '../processes.ts';
import { type Target, v1Request } from './target.ts';

/* Targets that serve v1. */

const API = 'apps/api/src/main.ts';

const v1 = {
  can: () => true,
  request: v1Request,
  comparable: (body: string) => ({ body }),
};

/** One hand-written SQL statement per endpoint, on Fastify. */
export const baseline: Target = {
  ...v1,
  letter: 'a',
  name: 'hand-written SQL',
  start: (env) => startServer('apps/bench/src/baseline/server.ts', env),
  can: ({ writes }) => writes !== 'this server',
};

/** The API as it is delivered. */
export const thisServer: Target = { ...v1, letter: 'b', name: 'this server', start: (env) => startServer(API, env) };

/** The API without compiled reads. */
export const executed: Target = {
  ...v1,
  letter: 'c',
  name: 'plain graphql-js',
  start: (env) => startServer(API, { ...env, COMPILED_READS: '0' }),
  can: ({ writes }) => writes === undefined,
};

type OfCommit = Pick<Target, 'letter' | 'name'> & {
  /** The folder with the files of the commit. */
  home: string;
  env: Environment;
  /** The tokens that it has issued, by those in the requests of workloads. */
  tokens: ReadonlyMap<string, string>;
};

/** The API of a commit. */
export const commitTarget = ({ letter, name, home, env: own, tokens }: OfCommit): Target => ({
  ...v1,
  letter,
  name,
  // A comparison may take longer than a token is valid by default.
  start: (env) => startServer(API, { ...env, ...own, ACCESS_TOKEN_SECONDS: '86400' }, home),
  request: (request) => v1Request({ ...request, token: tokens.get(request.token) ?? request.token }),
});
