import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Context, formatWire, type Live, reading, schema, takesKey } from '@channel/graph';
import { databaseFailureOf } from '@channel/prisma';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, GraphQLError, getOperationAST, OperationTypeNode } from 'graphql';
import { allowOf, candidates, HttpError, knownEtag, refusalOfOthers, sendJson, sendPlain } from 'graphql-rest-router';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Surfaces } from '../admission/surface.ts';
import { contextOf, type Services } from '../context.ts';
import { fixedFile } from '../http/fixed-files.ts';
import { createHub, TOO_MUCH } from '../live/hub.ts';
import { withPings } from '../live/pings.ts';
import { createWatchers, isStill } from '../live/watchers.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { operationSpan } from '../traces/operation-span.ts';
import { traceparentFrom } from '../traces/trace-requests.ts';
import { inSpan } from '../traces/tracing.ts';
import { acceptedTypes, EVENTS, NOT_ACCEPTABLE } from './accept.ts';
import { answerErrorOf, answerRefusal, tracked, trackedErrors } from './answer-errors.ts';
import { boundedAnswers } from './answer-size.ts';
import { type Caller, CREW_PATH, principalByNow } from './caller.ts';
import { publishChecks } from './checks.ts';
import { type Bill, type Costs, isCounted, isExpensive, ofEvent, reportedCosts } from './cost.ts';
import { type Answering, answeredEvents } from './events.ts';
import { publishExports } from './export.ts';
import type { ExportSlots } from './export-slots.ts';
import { executedAfterWait } from './held.ts';
import { guardedSchema } from './introspection.ts';
import { keptDocuments } from './kept-documents.ts';
import { UNAUTHENTICATED } from './may-send.ts';
import { notedBill, notedOperations } from './operation-log.ts';
import type { persistedDocuments } from './persisted.ts';
import { type CompiledAnswer, persistedRequests } from './persisted-requests.ts';
import { queryInAddress } from './query-in-address.ts';
import { refusalOf, refuse } from './refuse.ts';
import { repeatableWrites, wasRepeated } from './repeatable-writes.ts';
import { noteOutcome, type OperationLog } from './request-line.ts';
import { operationOf, senderOf } from './sent-operation.ts';
import { storableTexts } from './storable-texts.ts';
import { limitedSyntax } from './syntax.ts';
import { boundedValidation } from './validation.ts';
import { addressOf, readVisitors } from './visitor.ts';
import { endedInTime, type RequestWork, workOf } from './work.ts';

type Server = Caller & {
  incoming: FastifyRequest;
  live: Live;
  bill: Bill;
  work: RequestWork;
  answering: Answering;
  line: OperationLog;
  accepted: readonly string[];
};

/** Reads lists, searches and reports on replicas, where there are any. */
const readOnReplicas: Plugin<Context> = {
  onExecute: ({ executeFn, setExecuteFn }) =>
    setExecuteFn((args) => reading(args.document, args.contextValue, async () => executeFn(args), args.operationName)),
};

/** Formats answers as their `@wire` directives require, as the REST entry point does. */
const formatAnswers: Plugin = {
  onExecute: ({ executeFn, setExecuteFn }) =>
    setExecuteFn(async (args) => {
      const result = await executeFn(args);
      if ('data' in result && result.data && !result.errors) formatWire(args.document, result.data);
      return result;
    }),
};

/** An answer with a secret is not compressed: it may hold texts of others, too. */
const plainSecrets: Plugin<Server> = {
  onExecute: ({ args }) => {
    const operation = getOperationAST(args.document, args.operationName)?.operation;
    if (operation === OperationTypeNode.MUTATION && !takesKey(schema, args.document))
      sendPlain(args.contextValue.incoming);
  },
};

const MAX_STREAM_NAME = 100;

const ONLY_BY_POST = 'Operations are sent by POST, and queries that are named by their id also by GET.';
const NOT_BY_GET = { status: 405, message: ONLY_BY_POST, code: 'METHOD_NOT_ALLOWED' };

/**
 * Publishes `/graphql`: for bearer tokens whose role may send operations, for the console's documents, and for signing
 * in (see may-send.ts). It accepts JSON by POST, and queries that are named by their id by GET, which also answers with the GraphiQL page, if the settings enable it.
 * `/crew/graphql` is the same for sessions of the page of the crew alone.
 */
export function publishGraphql(
  app: FastifyInstance,
  services: Services,
  surfaces: Surfaces,
  documents: ReturnType<typeof persistedDocuments>,
  { costs, quotas, slots }: { costs: Costs; quotas: Quotas; slots: ExportSlots },
): void {
  const { settings } = services;
  // The page sends texts.
  const hasPage = settings.graphiql && !settings.graphqlPersistedOnly;
  const hub = createHub(services);
  const watchers = createWatchers();
  hub.onAccessEnded(watchers.check);
  // Open streams would keep the server from closing.
  app.addHook('preClose', () => hub.close());
  const persisted = persistedRequests(services.settings, documents, (text) => app.log.warn(text));
  const yoga = createYoga<Server, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    context: (server) => tracked(server.incoming, server.params, () => contextFor(services, server)),
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    multipart: false,
    parserAndValidationCache: keptDocuments(),
    // `trackedErrors` reports internal errors; this logger catches any error that bypasses it.
    logging: { debug() {}, info() {}, warn() {}, error: (err) => app.log.error({ err }, 'unexpected error') },
    plugins: [
      notedOperations,
      limitedSyntax,
      boundedValidation,
      answeredEvents(settings.graphqlAnswerMegabytes),
      readOnReplicas,
      formatAnswers,
      plainSecrets,
      repeatableWrites(settings.graphqlAnswerMegabytes),
      reportedCosts,
      endedInTime,
      boundedAnswers(settings.graphqlAnswerMegabytes),
      trackedErrors,
      storableTexts,
      guardedSchema(({ by }) => hasPage && by === 'bearer'),
    ],
  });

  /** @throws {GraphQLError} the first error of a text that is no valid document */
  function documentOf(text: string): DocumentNode {
    const { parse, validate } = yoga.getEnveloped({ by: 'bearer' });
    try {
      const document = parse(text);
      const [error] = validate(schema, document);
      if (!error) return document;
      throw error;
    } catch (error) {
      if (error instanceof GraphQLError) error.extensions.code ??= 'GRAPHQL_PARSE_FAILED';
      throw error;
    }
  }

  async function operate(incoming: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const sender = await senderOf(services, { surfaces, quotas }, incoming);
    if (sender.refusal) return refuse(reply, sender.refusal);
    const { line, admitting, caller, principal } = sender;
    const accepted = acceptedTypes(incoming.headers.accept);
    if (accepted.length === 0) return refuse(reply, NOT_ACCEPTABLE);
    // Yoga does not support a type that the client refuses (`q=0`).
    incoming.headers.accept = accepted.join();
    const sent = operationOf(services, persisted, incoming, sender);
    if ('refusal' in sent) return refuse(reply, sent.refusal);
    const { named } = sent;
    const isGet = incoming.method !== 'POST';
    if (isGet && named?.document?.kind !== 'query') return refuse(reply, NOT_BY_GET);
    const known = isGet ? candidates(incoming) : undefined;
    const over = new AbortController();
    let isAdmitted: boolean | undefined;
    const byNow = () => principalByNow(services, incoming);
    const admit = () => {
      if (isAdmitted !== undefined) return isAdmitted;
      isAdmitted = watchers.admit(principal, over, () => admitting(byNow), streamOf(incoming));
      if (reply.raw.closed) over.abort();
      else reply.raw.once('close', () => over.abort());
      return isAdmitted;
    };
    if (accepted[0] === EVENTS && !admit()) return refuse(reply, TOO_MUCH);
    // A client that does not name the event stream type is admitted when watching begins, because another range may
    // match it.
    const notices = hub.watch(over.signal, admit);
    const counted = isCounted(named?.document, incoming.body);
    const bill = notedBill(line, costs.billFor(caller.actor, counted));
    // Other documents are classified by their names.
    const isHeavy = counted && isExpensive(named?.body ?? incoming.body);
    const running = { ...caller, operation: named?.document?.name, isHeavy };
    const begin = () => workOf(reply.raw, settings, counted, line);
    const look: Live['look'] = (read) =>
      admitting(() => begin().run(OperationTypeNode.SUBSCRIPTION, read), { ...running, isHeavy: false });
    const answering: Answering = (answer) =>
      admitting(async () => {
        if (!(await isStill(principal, byNow))) {
          over.abort();
          return undefined;
        }
        const work = begin();
        const own = { ...server, work, bill: ofEvent(bill) };
        return answer({ ...own, ...(await contextFor(services, own)), work });
      }, running);
    // An empty one names no event.
    const resumeAfter = incoming.headers['last-event-id']?.toString() || null;
    const live = { ...notices, look, resumeAfter, hold: () => {} };
    const server: Server = { incoming, ...caller, live, bill, work: begin(), answering, line, accepted };
    /** The answer of a persisted operation, if it needs nothing of Yoga. */
    const answerNamed = async (server: Server) => {
      const answered = named?.answer?.(() => contextFor(services, server), server, known);
      return answered?.catch((error: unknown): CompiledAnswer => {
        if (databaseFailureOf(error)) throw error;
        const errors = [answerErrorOf(error, incoming, named?.document?.name)];
        noteOutcome(line, errors);
        return { json: [JSON.stringify({ errors, data: null })] };
      });
    };
    let isAnew = false;
    const executed = async (hold: Live['hold']) => {
      const own = { ...server, work: begin(), live: { ...live, hold }, bill: isAnew ? ofEvent(bill) : bill };
      isAnew = true;
      const compiled = await answerNamed(own);
      if (compiled) return { compiled };
      if (named) incoming.body = named.body;
      return { response: await (isGet ? byPost(own) : yoga.handleNodeRequestAndResponse(incoming, reply, own)) };
    };
    const about = operationSpan(named?.document);
    const execute = (hold: Live['hold']) => admitting(() => inSpan(about, () => executed(hold)), running);
    const answered = await executedAfterWait(execute, live, () => admitting(() => isStill(principal, byNow)));
    if (!answered) return refuse(reply, UNAUTHENTICATED);
    if (answered instanceof GraphQLError) return refuse(reply, refusalOf(answered, 200));
    if (wasRepeated(incoming)) reply.header('idempotent-replayed', 'true');
    if (answered.response) return answer(reply, answered.response, caller.cookies);
    const { json, validator } = answered.compiled;
    withCookies(reply, caller.cookies).header('cache-control', 'no-store');
    const isKnown = validator !== undefined && withEtag(reply, validator);
    return json && !isKnown ? sendJson(reply, ...json) : reply.code(304).send();
  }

  /** Yoga executes a query by GET only where its text is in the address. */
  const byPost = (server: Server) =>
    yoga.fetch(
      new Request('http://localhost/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: server.accepted.join() },
        body: JSON.stringify(server.incoming.body),
      }),
      server,
    );

  const onRequest = readVisitors(app, services);
  const operations = (url: string): void => {
    app.route({ method: 'POST', url, errorHandler: answerRefusal, onRequest, handler: operate });
  };
  operations('/graphql');
  const inAddress = queryInAddress(app);
  operations(CREW_PATH);
  publishExports(app, services, surfaces, { persisted, costs, quotas, slots, documentOf, onRequest });
  const known = new Set(documents.documents.map(({ id }) => id));
  publishChecks(app, services, surfaces, { known, costs, quotas, isOpen: hasPage, onRequest });
  const methods = ['POST', 'GET', 'HEAD'];
  const allow = allowOf(methods);
  const page = hasPage ? pageOnRequest() : undefined;
  app.route({
    method: 'GET',
    url: '/graphql',
    errorHandler: answerRefusal,
    onRequest,
    handler: async (request, reply) => {
      const body = inAddress(request);
      if (body) {
        request.body = body;
        return operate(request, reply);
      }
      if (!page || !request.headers.accept?.includes('text/html')) throw new HttpError(405, ONLY_BY_POST, { allow });
      const { send, policy } = await page();
      return send(request, reply.header('content-security-policy', policy));
    },
  });
  app.route({ ...refusalOfOthers('/graphql', methods, ONLY_BY_POST), errorHandler: answerRefusal });
  app.route({
    ...refusalOfOthers(CREW_PATH, ['POST'], 'Operations are sent by POST.'),
    errorHandler: answerRefusal,
  });
}

/** The page is large, so it is loaded only when somebody opens it. */
function pageOnRequest() {
  const load = async () => {
    const { html, policy } = (await import('./graphiql-page.ts')).graphiqlPage();
    return { send: fixedFile(() => ({ type: 'text/html; charset=utf-8', body: html })), policy };
  };
  let page: ReturnType<typeof load> | undefined;
  return () => {
    page ??= load();
    return page;
  };
}

/** The client's own name for its stream. */
const streamOf = ({ headers }: FastifyRequest) => headers['x-stream']?.toString().slice(0, MAX_STREAM_NAME);

const contextFor = (
  services: Services,
  { incoming, actor, crew, channel, cookies, live, work }: Server,
): Promise<Context> =>
  contextOf(services, {
    actor,
    crew,
    channel,
    requestId: incoming.id,
    traceparent: traceparentFrom(incoming, services.tracing),
    address: addressOf(incoming),
    language: incoming.headers['x-lang'],
    cookies: { read: () => incoming.headers.cookie, write: (cookie) => cookies.push(cookie) },
    live,
    work,
  });

function withCookies(reply: FastifyReply, cookies: string[]): FastifyReply {
  for (const cookie of cookies) reply.header('set-cookie', cookie);
  return reply;
}

async function answer(reply: FastifyReply, response: Response, cookies: string[]): Promise<FastifyReply> {
  for (const [name, value] of response.headers) reply.header(name, value);
  // Yoga keeps proxies from compressing events by the value `none`, which is no valid content coding.
  const isStream = response.headers.has('content-encoding');
  if (isStream) reply.removeHeader('content-encoding');
  reply.header('cache-control', isStream ? 'no-store, no-transform' : 'no-store');
  withCookies(reply, cookies).code(response.status);
  if (isStream && response.body) return reply.send(withPings(Readable.from(response.body)));
  const body = Buffer.from(await response.arrayBuffer());
  if (reply.request.method === 'POST' || response.status !== 200 || hasErrors(body)) return reply.send(body);
  const isKnown = withEtag(reply, hash('sha256', body, 'base64url'));
  return isKnown ? reply.removeHeader('content-type').code(304).send() : reply.send(body);
}

const hasErrors = (body: Buffer): boolean => 'errors' in JSON.parse(String(body));

/**
 * Sets the ETag of a query that is sent by GET. It is weak: the cost of an operation stands beside its data.
 *
 * @returns whether the client has the answer
 */
function withEtag(reply: FastifyReply, validator: string): boolean {
  const etag = `"${validator}"`;
  const known = knownEtag(reply.request, etag);
  reply.headers({
    etag: `W/${known ?? etag}`,
    vary: 'Accept, Cookie, Authorization, X-Lang',
    'cache-control': 'private, no-cache',
  });
  return known !== undefined;
}
