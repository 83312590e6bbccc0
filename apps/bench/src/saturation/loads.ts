import type { HttpRequest } from '../load/connections.ts';
import { v1Request } from '../targets/target.ts';
import { reads } from '../workloads/reads.ts';
import type { Facts } from '../workloads/workload.ts';
import { writes } from '../workloads/writes.ts';
import type { Callers } from './callers.ts';
import { delivering } from './deliveries.ts';
import { behindLock, type Load, requesting } from './load.ts';
import { consoleOf, graphql } from './requests.ts';

/* The loads of each surface. */

/** Costs nearly the limit of one operation; with a raised limit, five times as much. */
const dear = (isLimited: boolean) =>
  `{ orders(perPage: ${isLimited ? 200 : 1_000}) { id: databaseId status city { name } passengers { firstName lastName } tags { key value } } }`;
/** Costs far more than any limit. */
const TOO_DEAR = `{ ${Array.from({ length: 95 }, (_nothing, i) => `a${i}: orders(perPage: 1000) { id }`).join(' ')} }`;
const GUESSES = 400;
const VARIETY = 400;
const CONNECTIONS = 100;
const EVENTS = 3_000;

/** The loads by their names, for an API with its limits or without. */
export function loadsOf(facts: Facts, callers: Callers, isLimited: boolean): Record<string, Load> {
  const workloads = [...reads(facts), ...writes(facts)];
  /** The requests of a workload, with the bearers of many callers in turn. */
  const sent = (name: string, bearers: readonly string[]): HttpRequest[] => {
    const workload = workloads.find((each) => each.name === name);
    if (!workload) throw new Error(`there is no workload ${name}`);
    return workload.requests.map((request, index) => ({
      ...v1Request(request),
      headers: { authorization: bearers[index % bearers.length] ?? '' },
    }));
  };
  const many = (make: (index: number) => HttpRequest) => Array.from({ length: VARIETY }, (_nothing, i) => make(i));
  const toV1 = (requests: HttpRequest[]) => requesting('v1', CONNECTIONS, requests);
  const toGraphql = (query: string) =>
    requesting('graphql', CONNECTIONS, [graphql({ query }, { authorization: callers.admin })]);
  return {
    'graphql: operations at the limit of cost': toGraphql(dear(isLimited)),
    'graphql: operations that are refused for their cost': toGraphql(TOO_DEAR),
    'console: pages of 100 orders, searches, boards': requesting('console', CONNECTIONS, many(pageOf(facts, callers))),
    'v1: lists of 100 orders': toV1(sent('orders list of 100, filtered', callers.many)),
    'v1: product search by date': toV1(sent('product search by date', callers.sellers)),
    'v1: exports': toV1(sent('orders list of 100, filtered', callers.many).map(exported)),
    'v1: bookings': toV1(sent('booking for two', callers.sellers)),
    'v1: password guesses': requesting('v1', GUESSES, many(guess)),
    'v1: orders behind a lock': behindLock('orders', toV1(sent('one order', callers.many))),
    'worker: events to deliver': delivering(EVENTS),
  };
}

/** The export with the filters of a list. */
const exported = (list: HttpRequest): HttpRequest => ({
  ...list,
  path: list.path.replace('/v1/orders?', '/v1/orders/export?').replace(/&page=.*$/, ''),
});

const guess = (index: number): HttpRequest => ({
  method: 'POST',
  path: '/v1/tokens',
  headers: {},
  body: JSON.stringify({ email: `guest${index}@demo.example`, password: 'guess' }),
});

/** The pages that staff load. */
function pageOf({ names }: Facts, { cookies }: Callers): (index: number) => HttpRequest {
  const inConsole = consoleOf(cookies);
  const page = { page: 1, perPage: 100, withPeople: true, withTransfers: true, withTags: true, withSupplier: true };
  const today = new Date().toISOString().slice(0, 10);
  const pages = [
    () => ['Orders', page],
    () => ['Palette', { search: 'a' }],
    () => ['DispatchBoard', { from: today, to: today }],
    (index) => ['CountOrders', { filter: { search: names[index % names.length] } }],
  ] satisfies ((index: number) => [string, object])[];
  return (index) => {
    const [name, variables] = pages[index % pages.length]?.(index) ?? ['Orders', page];
    return inConsole(name, variables, index);
  };
}
