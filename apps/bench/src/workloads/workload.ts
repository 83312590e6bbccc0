import type { Viewers } from '../world/load-world.ts';

/** A request in all forms that targets need: HTTP and GraphQL. */
export type WorkloadRequest = {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  token: string;
  body?: unknown;
  /** The content codings that the client accepts; default none. */
  acceptEncoding?: string;
  /**
   * The client keeps the ETag of its last answer and sends it as `If-None-Match`. Only v1 has ETags: a target without
   * them answers in full.
   */
  ifNoneMatch?: true;
  /** Whether a cache of the target may answer it; default not (`Cache-Control: no-store`). */
  mayBeCached?: true;
  /** The persisted operation behind the endpoint, with its variables. */
  operation: string;
  variables: Readonly<Record<string, unknown>>;
};

/** A measured workload. */
export type Workload = {
  /** Its name in results. */
  name: string;
  requests: WorkloadRequest[];
  /**
   * For a workload that writes: the targets that support it, the baseline and this server or this server alone. Answers
   * differ in ids and times.
   */
  writes?: 'baseline' | 'this server';
  /** Whether every round trip to Postgres takes a millisecond longer: the targets are started again, behind a relay. */
  delaysPostgres?: boolean;
  /** Whether the statements of a request are counted. */
  countsStatements?: boolean;
  /** Concurrent requests; default 8. With one, times are those of the server and not of a queue. */
  connections?: number;
};

/** The data that workloads are made from. */
export type Facts = Viewers & {
  /** Ids of orders that the partner sees, spread over the whole time. */
  orderIds: number[];
  /** Ids of orders that staff sees, for changes. */
  batchIds: number[];
  cityIds: number[];
  /** Products that the partner's role offers. */
  productIds: number[];
  /** Names of passengers, some of orders that the partner sees. */
  names: string[];
  /** Departures of service levels that are sold per person, with room. */
  slots: { id: number; serviceLevelId: number }[];
};
