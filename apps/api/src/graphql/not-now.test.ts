import { DatabaseAway } from '@channel/prisma';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { buildSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trackedFaults } from './faults.ts';

/* The status of answers of which the database, being away, lets a part or nothing be made. */

const away = () => {
  throw new DatabaseAway(undefined);
};
const broken = () => {
  throw new Error('broken');
};
const members = { there: () => 1, away, broken };

const withRoot: Plugin = {
  onExecute: ({ args }) => {
    args.rootValue = { ...members, needed: () => members };
  },
};

let app: FastifyInstance;

beforeAll(() => {
  const schema = buildSchema(`
    type Query { there: Int, nothing: Int, away: Int, broken: Int, needed: Needed! }
    type Needed { there: Int, away: Int! }
    type Mutation { there: Int!, away: Int! }
  `);
  const yoga = createYoga<{ incoming: FastifyRequest }>({
    schema,
    plugins: [withRoot, trackedFaults],
  });
  app = Fastify();
  app.post('/graphql', async (incoming, reply) => {
    const { status, headers, body } = await yoga.handleNodeRequestAndResponse(incoming, reply, { incoming });
    return reply.code(status).headers(Object.fromEntries(headers)).send(body);
  });
});
afterAll(() => app.close());

const NOT_NOW = { status: 503, retryAfter: '2' };
const BEGUN = { status: 200, retryAfter: undefined };

it.each([
  ['nothing could be read', '{ away }', NOT_NOW],
  ['what must be there could not be read', '{ there needed { there away } }', NOT_NOW],
  ['what could be read is nothing', '{ nothing away }', NOT_NOW],
  ['the only change was not made', 'mutation { away }', NOT_NOW],
  ['the first of several changes was not made', 'mutation { away there }', NOT_NOW],
  ['a part was read', '{ there away }', BEGUN],
  ['changes were made before the one that was not', 'mutation { there away }', BEGUN],
  [
    'changes that a fragment names may have been made',
    'mutation { ...All } fragment All on Mutation { there away }',
    BEGUN,
  ],
  ['something else is wrong', '{ broken }', BEGUN],
])('where %s', async (_what, query, { status, retryAfter }) => {
  for (const accept of ['application/json', 'application/graphql-response+json']) {
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers: { accept }, payload: { query } });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, retryAfter]);
    expect(answer.headers['content-type']).toContain(accept);
    const code = query === '{ broken }' ? 'INTERNAL_SERVER_ERROR' : 'UNAVAILABLE';
    const [error] = answer.json().errors;
    expect(error.extensions).toMatchObject({ code });
    expect(error.extensions).not.toHaveProperty('http');
  }
});
