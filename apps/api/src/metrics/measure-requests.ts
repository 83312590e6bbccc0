import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram } from 'prom-client';
import { CREW_PATH } from '../graphql/caller.ts';
import type { PersistedDocument } from '../graphql/persisted.ts';
import type { OperationLog } from '../graphql/request-line.ts';
import { type Metrics, REQUEST_BUCKETS } from './metrics.ts';

/** Seconds; fewer than for requests, because a console has hundreds of operations. */
const OPERATION_BUCKETS = [0.01, 0.05, 0.1, 0.25, 1, 2.5, 10];

/** The route of a request that no route has: with its own address, every client could create series. */
const UNMATCHED = 'unmatched';
/** The name in OpenTelemetry for methods that are not known. */
const OTHER_METHOD = '_OTHER';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'OPTIONS', 'TRACE']);
/** Operations whose names clients choose. */
const OTHER_OPERATION = 'other';
/** Where GraphQL is answered; exports and checks have routes of their own. */
const GRAPHQL = new Set<string | undefined>(['/graphql', CREW_PATH]);

type Observe = { observe(seconds: number): void };

/**
 * Measures the requests of a server by the address of their route, their method and their status, and operations of
 * GraphQL by the names of persisted documents. No other text of a client is a label, so that clients cannot create
 * series.
 */
export function measureRequests(
  app: FastifyInstance,
  { registry }: Metrics,
  documents: readonly Pick<PersistedDocument, 'id' | 'name'>[],
): void {
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Requests, from their headers to the end of the answer.',
    labelNames: ['http_route', 'http_request_method', 'http_response_status_code'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const operations = new Histogram({
    name: 'channel_graphql_operation_duration_seconds',
    help: 'Requests with an operation of GraphQL, but subscriptions; operations that are not persisted are "other".',
    labelNames: ['graphql_operation_name'],
    buckets: OPERATION_BUCKETS,
    registers,
  });
  const errors = new Counter({
    name: 'channel_graphql_errors_total',
    help: 'Operations of GraphQL that ended with an error, by the code of the first one.',
    labelNames: ['graphql_operation_name', 'code'],
    registers,
  });
  const conflicts = new Counter({
    name: 'channel_conflicts_total',
    help: 'Requests that were refused because of the present state of the data, such as a stale version: 409, or CONFLICT in GraphQL.',
    registers,
  });
  const names = new Map(documents.map(({ id, name }) => [id, name]));
  // The labels of known requests are looked up once.
  const ofRequests = new Map<string, Observe>();
  const ofOperations = new Map<string, Observe>();

  function observeOperation(line: OperationLog, seconds: number): void {
    const name = names.get(line.document ?? '') ?? OTHER_OPERATION;
    if (line.type !== 'subscription') {
      const known = ofOperations.get(name) ?? operations.labels(name);
      ofOperations.set(name, known);
      known.observe(seconds);
    }
    if (line.code !== undefined && line.code !== 'OK') errors.inc({ graphql_operation_name: name, code: line.code });
  }

  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    const seconds = reply.elapsedTime / 1_000;
    const { url, config } = request.routeOptions;
    // A method that an address does not have is as unknown as the address.
    const isMatched = url !== undefined && config.refuses !== true && request.method !== 'OPTIONS';
    const route = isMatched ? url : UNMATCHED;
    const key = `${request.method} ${reply.statusCode} ${route}`;
    const known = ofRequests.get(key) ?? requests.labels(route, methodOf(request), String(reply.statusCode));
    if (METHODS.has(request.method)) ofRequests.set(key, known);
    known.observe(seconds);
    const line: OperationLog | undefined = request.logged;
    if (GRAPHQL.has(url) && line?.document !== undefined) observeOperation(line, seconds);
    if (reply.statusCode === 409 || line?.code === 'CONFLICT') conflicts.inc();
    done();
  });
}

const methodOf = ({ method }: FastifyRequest): string => (METHODS.has(method) ? method : OTHER_METHOD);
