import type { Viewers } from '../world/load-world.ts';

/** A request in all the words that contenders understand. */
export type Ask = {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  token: string;
  body?: unknown;
  /** The persisted operation behind the endpoint, with its variables. */
  operation: string;
  variables: Readonly<Record<string, unknown>>;
};

/** Something that is measured. */
export type Workload = {
  /** As it stands in results. */
  name: string;
  asks: Ask[];
  /** For a work that writes: who can do it, the limit and this server or this server alone. Answers differ in ids and times. */
  writes?: 'limit' | 'ours';
  /** Whether it is told how many statements a request is. */
  countsStatements?: boolean;
  /** Requests at a time; 8 unless it says. With one, times are those of the server and not of a queue. */
  connections?: number;
};

/** What works are made from. */
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
