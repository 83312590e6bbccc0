import { DatabaseAway } from '@channel/prisma';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { buildSchema, GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trackedErrors } from './answer-errors.ts';

/* The status of an answer when the unavailable database leaves it partial or empty. */

const away = () => {
  throw new DatabaseAway(undefined);
};
const broken = () => {
  throw new Error('broken');
};
const refused = () => {
  throw new GraphQLError('Sold out.', { extensions: { code: 'CONFLICT' } });
};
const members = { there: () => 1, away, broken, refused };

const withRoot: Plugin = {
  onExecute: ({ args }) => {
    args.rootValue = { ...members, maybe: away, needed: () => members, perhaps: () => members };
  },
};

let app: FastifyInstance;

beforeAll(() => {
  const schema = buildSchema(`
    type Query { there: Int, nothing: Int, away: Int, broken: Int, needed: Needed! }
    type Needed { there: Int, away: Int! }
    type Mutation { there: Int!, away: Int!, refused: Int!, maybe: Int, needed: Needed!, perhaps: Needed }
  `);
  const yoga = createYoga<{ incoming: FastifyRequest }>({
    schema,
    plugins: [withRoot, trackedErrors],
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
  ['a non-null field could not be read', '{ there needed { there away } }', NOT_NOW],
  ['the only field that could be read is null', '{ nothing away }', NOT_NOW],
  ['the only change was not made', 'mutation { away }', NOT_NOW],
  ['the first of several changes was not made', 'mutation { away there }', NOT_NOW],
  ['a part was read', '{ there away }', BEGUN],
  ['changes were made before the one that was not', 'mutation { there away }', BEGUN],
  ['changes in a fragment may have been made', 'mutation { ...All } fragment All on Mutation { there away }', BEGUN],
  ['something else is wrong', '{ broken }', BEGUN],
])('when %s', async (_what, query, { status, retryAfter }) => {
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

const MADE = (keys: string) =>
  `These changes of the operation were made: ${keys}. Read what they changed, and repeat none of them.`;

it.each([
  ['first, second', 'mutation { first: there second: there away there }'],
  ['first', 'mutation { first: there away last: there }'],
  ['first', 'mutation { ...All last: there } fragment All on Mutation { first: there away }'],
  ['first', 'mutation ($no: Boolean = false) { first: there other: there @include(if: $no) away }'],
  ['first', 'mutation { first: there maybe away }'],
  ['needed', 'mutation { needed { there away } }'],
  ['perhaps', 'mutation { perhaps { there away } }'],
  ['first, needed', 'mutation { first: there needed { away } }'],
])('names the change %s that was made but is missing from the answer: %s', async (keys, query) => {
  const answer = await app.inject({ method: 'POST', url: '/graphql', payload: { query } });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([200, undefined]);
  for (const { message, extensions } of answer.json().errors) {
    expect(message).toBe(`The service is not available at the moment, please try again. ${MADE(keys)}`);
    expect(extensions).toMatchObject({ code: 'UNAVAILABLE', made: keys.split(', ') });
  }
});

it('names it in a refusal too, and names no change whose result is in the answer', async () => {
  const answerTo = async (query: string) =>
    (await app.inject({ method: 'POST', url: '/graphql', payload: { query } })).json();
  expect((await answerTo('mutation { there refused }')).errors).toMatchObject([
    { message: `Sold out. ${MADE('there')}`, extensions: { code: 'CONFLICT', made: ['there'] } },
  ]);
  for (const query of ['mutation { refused there }', 'mutation { there maybe }']) {
    const [error] = (await answerTo(query)).errors;
    expect(error.message).not.toContain('were made');
    expect(error.extensions).not.toHaveProperty('made');
  }
});
