import { authenticate, bearerToken } from '@channel/auth';
import { type Actor, type Context, type Door, type Live, respell, schema } from '@channel/graph';
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { useDisableIntrospection } from '@graphql-yoga/plugin-disable-introspection';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { giveBackAfter } from 'graphql-rest-router';
import { createYoga, type Plugin } from 'graphql-yoga';
import { contextOf, type Services } from '../context.ts';
import { createHub, TOO_MUCH } from '../live/hub.ts';
import { createWatchers } from '../live/watchers.ts';
import { faultOf, tracked, trackedFaults } from './faults.ts';
import { persistedRequests } from './persisted-requests.ts';
import { isSameOrigin } from './same-origin.ts';
import { storableTexts } from './storable-texts.ts';

type Asker = { actor: Actor | null; door: Door; cookies: string[] };
type Server = Asker & { incoming: FastifyRequest; live: Live };

/** Spells answers as their `@wire` directives ask, as the REST door does. */
const respellAnswers: Plugin = {
  onExecute: ({ args }) => ({
    onExecuteDone: ({ result }) => {
      if ('data' in result && result.data && !result.errors) respell(args.document, result.data);
    },
  }),
  onSubscribe: ({ args }) => ({
    onSubscribeResult: () => ({
      onNext: ({ result }) => {
        if ('data' in result && result.data && !result.errors) respell(args.document, result.data);
      },
    }),
  }),
};

const LIMITS = { depth: 15, aliases: 200, directives: 100, tokens: 4_000 };

/**
 * Publishes `/graphql`: for bearers whose role may send operations of their own, for the console's cookie, and for
 * signing in. JSON by POST alone; a page to try operations where the settings say so.
 */
export function publishGraphql(app: FastifyInstance, services: Services): void {
  const { settings } = services;
  const hub = createHub(services);
  const watchers = createWatchers();
  // Streams would keep the server from closing.
  app.addHook('preClose', () => hub.close());
  const persisted = persistedRequests(services.settings, (text) => app.log.warn(text));
  const yoga = createYoga<Server, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    context: (server) => tracked(server.incoming, server.params, () => contextFor(services, server)),
    graphiql: settings.graphiql,
    // Its page comes from the registry with everything in it; the usual one loads itself from elsewhere. It is large, so
    // that only who opens it has it loaded.
    renderGraphiQL: async (options) => (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(options),
    landingPage: false,
    cors: false,
    batching: false,
    multipart: false,
    // Faults are told by `trackedFaults`; what could pass it by is still not lost.
    logging: { debug() {}, info() {}, warn() {}, error: (err) => app.log.error({ err }, 'unexpected error') },
    plugins: [
      trackedFaults,
      respellAnswers,
      storableTexts,
      maxDepthPlugin({ n: LIMITS.depth, ignoreIntrospection: true, flattenFragments: true, exposeLimits: false }),
      maxAliasesPlugin({ n: LIMITS.aliases, exposeLimits: false }),
      maxDirectivesPlugin({ n: LIMITS.directives, exposeLimits: false }),
      maxTokensPlugin({ n: LIMITS.tokens, exposeLimits: false }),
      ...(settings.graphiql ? [] : [useDisableIntrospection()]),
    ],
  });

  app.route({
    method: settings.graphiql ? ['GET', 'POST'] : ['POST'],
    url: '/graphql',
    handler: async (incoming, reply) => {
      const asker = await whoAsks(services, incoming);
      const refusal = refusalOf(incoming, asker.actor, services);
      if (refusal) return reply.code(refusal.status).send(problem(refusal.message, refusal.code));
      const over = new AbortController();
      let isAdmitted: boolean | undefined;
      const admit = () => {
        if (isAdmitted !== undefined) return isAdmitted;
        isAdmitted = watchers.admit(asker.actor, over, () => whoStillAsks(services, incoming));
        if (reply.raw.closed) over.abort();
        else reply.raw.once('close', () => over.abort());
        return isAdmitted;
      };
      if (incoming.headers.accept?.includes('text/event-stream') && !admit()) {
        return reply.code(429).send(problem(TOO_MUCH, 'TOO_MANY_REQUESTS'));
      }
      // Who did not ask for events by name is admitted when watching begins: whatever else is accepted may be events.
      const live = hub.watch(over.signal, admit);
      const named = persisted(incoming.body);
      if (named && 'unknown' in named) return reply.code(400).send(problem(named.unknown, 'PERSISTED_QUERY_NOT_FOUND'));
      if (named) {
        try {
          const text = await named.answer(() => contextFor(services, { incoming, ...asker, live }));
          if (text !== undefined) return sendText(reply, text, asker.cookies);
        } catch (error) {
          const body = { errors: [faultOf(error, incoming, named.name)], data: null };
          return sendText(reply, Buffer.from(JSON.stringify(body)), asker.cookies);
        }
        incoming.body = named.body;
      }
      const response = await yoga.handleNodeRequestAndResponse(incoming, reply, { incoming, ...asker, live });
      return answer(reply, response, asker.cookies);
    },
  });
}

const contextFor = (services: Services, { incoming, actor, door, cookies, live }: Server): Promise<Context> =>
  contextOf(services, {
    actor,
    door,
    requestId: incoming.id,
    language: incoming.headers['x-lang'],
    cookies: { read: () => incoming.headers.cookie, write: (cookie) => cookies.push(cookie) },
    live,
  });

/** A bearer wins over a cookie, so that a tool inside a browser is who it says. */
async function whoAsks({ db, sessions, clock }: Services, { headers }: FastifyRequest): Promise<Asker> {
  if (headers.authorization !== undefined) {
    return { actor: await authenticate(db, bearerToken(headers.authorization), clock()), door: 'graphql', cookies: [] };
  }
  // A screen that reads anew by itself is no use of the session, which else would never end before an empty chair.
  if (headers['x-unattended'] !== undefined) {
    return { actor: await sessions.peek(headers.cookie), door: 'console', cookies: [] };
  }
  const found = await sessions.validate(headers.cookie);
  return { actor: found?.actor ?? null, door: 'console', cookies: found?.setCookie ? [found.setCookie] : [] };
}

/** The same, without counting as use of a session. */
function whoStillAsks({ db, sessions, clock }: Services, { headers }: FastifyRequest): Promise<Actor | null> {
  return headers.authorization === undefined
    ? sessions.peek(headers.cookie)
    : authenticate(db, bearerToken(headers.authorization), clock());
}

type Refusal = { status: number; message: string; code: string };

function refusalOf(request: FastifyRequest, actor: Actor | null, { settings }: Services): Refusal | undefined {
  const { headers, method } = request;
  if (headers.authorization !== undefined) {
    if (!actor) return { status: 401, message: 'Unauthenticated.', code: 'UNAUTHENTICATED' };
    const permitted = actor.roles.some((role) => role.permissions.includes(settings.permissions.graphql));
    return permitted
      ? undefined
      : { status: 403, message: 'You may not send operations of your own.', code: 'FORBIDDEN' };
  }
  if (method === 'GET') {
    const page = headers.accept?.includes('text/html');
    return page ? undefined : { status: 405, message: 'Operations are sent by POST.', code: 'METHOD_NOT_ALLOWED' };
  }
  if (!isSameOrigin(headers, settings)) {
    return { status: 403, message: 'The request comes from another site.', code: 'FORBIDDEN' };
  }
  return undefined;
}

const problem = (message: string, code: string) => ({ errors: [{ message, extensions: { code } }] });

function sendText(reply: FastifyReply, text: Buffer, cookies: string[]): FastifyReply {
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  for (const cookie of cookies) reply.header('set-cookie', cookie);
  giveBackAfter(reply.raw, text);
  return reply.send(text);
}

function answer(reply: FastifyReply, response: Response, cookies: string[]): FastifyReply {
  for (const [name, value] of response.headers) reply.header(name, value);
  reply.header('cache-control', 'no-store');
  for (const cookie of cookies) reply.header('set-cookie', cookie);
  return reply.code(response.status).send(response.body);
}
