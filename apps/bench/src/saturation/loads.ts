import { persistedDocuments } from '@channel/api/persisted';
import { v1Request } from '../contenders/contender.ts';
import type { HttpRequest } from '../load/connections.ts';
import { reads } from '../works/reads.ts';
import type { Facts } from '../works/work.ts';
import { writes } from '../works/writes.ts';
import type { Callers } from './callers.ts';

/* What saturates a surface, and what is read beside it. */

export type SurfaceName = 'v1' | 'console' | 'graphql';

/** Requests that keep a surface busy. */
export type Load = {
  surface: SurfaceName;
  connections: number;
  requests: HttpRequest[];
  /** A table that somebody else has locked meanwhile. */
  locked?: string;
};

/** How to send to `/graphql`. */
const graphql = (body: object, headers: Readonly<Record<string, string>>): HttpRequest => ({
  method: 'POST',
  path: '/graphql',
  headers,
  body: JSON.stringify(body),
});

/** A console that sends the documents of its pages by name. */
function consoleOf(cookies: readonly string[]) {
  const { documents } = persistedDocuments({ graphqlDocuments: null });
  return (name: string, variables: object, index = 0): HttpRequest => {
    const document = documents.find((each) => each.owner === 'console' && each.name === name);
    if (!document) throw new Error(`the console has no document ${name}`);
    const cookie = cookies[index % cookies.length] ?? '';
    return graphql({ documentId: `sha256:${document.id}`, variables }, { cookie, 'sec-fetch-site': 'same-origin' });
  };
}

/** A cheap read of each surface, and what tells whether the process lives. */
export function cheapReads({ orderIds }: Facts, callers: Callers): Record<SurfaceName | '/healthz', HttpRequest> {
  const authorization = callers.sellers[0] ?? '';
  return {
    v1: { method: 'GET', path: `/v1/orders/${orderIds[0]}`, headers: { authorization } },
    console: consoleOf(callers.cookies)('Viewer', {}),
    graphql: graphql({ query: '{ viewer { id name } }' }, { authorization: callers.admin }),
    '/healthz': { method: 'GET', path: '/healthz', headers: {} },
  };
}

/** Costs nearly what one operation may. */
const DEAR =
  '{ orders(perPage: 400) { id status city { name } passengers { firstName lastName } tags { key value } } }';
const GUESSES = 400;
const VARIETY = 400;
const CONNECTIONS = 32;

export function loadsOf(facts: Facts, callers: Callers): Record<string, Load> {
  const works = [...reads(facts), ...writes(facts)];
  /** The requests of a work, each from the next of many callers. */
  const sent = (name: string, bearers: readonly string[]): HttpRequest[] => {
    const work = works.find((each) => each.name === name);
    if (!work) throw new Error(`there is no work ${name}`);
    return work.asks.map((ask, index) => ({
      ...v1Request(ask),
      headers: { authorization: bearers[index % bearers.length] ?? '' },
    }));
  };
  const inConsole = consoleOf(callers.cookies);
  const many = (make: (index: number) => HttpRequest) => Array.from({ length: VARIETY }, (_nothing, i) => make(i));
  const page = { page: 1, perPage: 100, withPeople: true, withTransfers: true, withTags: true, withSupplier: true };
  const v1 = { surface: 'v1', connections: CONNECTIONS } as const;
  const today = new Date().toISOString().slice(0, 10);
  return {
    'v1: lists of 100 orders': { ...v1, requests: sent('orders list of 100, filtered', callers.many) },
    'v1: product search by date': { ...v1, requests: sent('product search by date', callers.sellers) },
    'v1: exports': {
      ...v1,
      requests: callers.many.map((authorization) => ({
        method: 'GET',
        path: '/v1/orders/export',
        headers: { authorization },
      })),
    },
    'v1: bookings': { ...v1, requests: sent('booking for two', callers.sellers) },
    'v1: guesses of passwords': {
      ...v1,
      connections: GUESSES,
      requests: many((index) => ({
        method: 'POST',
        path: '/v1/tokens',
        headers: {},
        body: JSON.stringify({ email: `guest${index}@demo.example`, password: 'guess' }),
      })),
    },
    'v1: orders behind a lock': { ...v1, locked: 'orders', requests: sent('one order', callers.many) },
    'console: pages of 100 orders, searches, boards': {
      surface: 'console',
      connections: CONNECTIONS,
      requests: many((index) => {
        const [name, variables] = [
          ['Orders', page],
          ['Palette', { search: 'a' }],
          ['DispatchBoard', { from: today, to: today }],
          ['CountOrders', { filter: { search: facts.names[index % facts.names.length] } }],
        ][index % 4] as [string, object];
        return inConsole(name, variables, index);
      }),
    },
    'graphql: operations at the limit of cost': {
      surface: 'graphql',
      connections: CONNECTIONS,
      requests: [graphql({ query: DEAR }, { authorization: callers.admin })],
    },
  };
}
