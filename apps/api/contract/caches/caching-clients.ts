import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { setVerbosity } from '@apollo/client/utilities/invariant';
import { schema } from '@channel/graph';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange, type Data } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { isInterfaceType, isObjectType } from 'graphql';

// A part that is no entity is replaced by another selection of it, of which Apollo Client warns each time.
setVerbosity('error');

/** A client with a cache that keeps objects by type and id. */
export type CachingClient = {
  /** The answer that the client gives from its cache, after it has sent the query and kept the answer. */
  send(text: string): Promise<unknown>;
  /** The answer that the client gives from its cache alone; null where the cache does not hold all of it. */
  cached(text: string): Promise<unknown>;
};

/** Members that identify objects of types without `id`, for a control: as if they were their ids. */
type Keys = Readonly<Record<string, string>>;

/** The connections of the schema, with their arguments other than the page. */
export const CONNECTIONS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter(({ name }) => name.endsWith('Connection'))
    .map(({ name, args }) => [
      name,
      args.map((each) => each.name).filter((each) => !['first', 'after', 'last', 'before'].includes(each)),
    ]),
);

const connections = <Policy>(policyOf: (args: string[]) => Policy) =>
  Object.fromEntries(Object.entries(CONNECTIONS).map(([name, args]) => [name, policyOf([...args])]));

/**
 * Apollo Client with its default cache.
 *
 * @param isMerging whether it keeps the pages of a connection as one list
 */
export function apollo(url: string, authorization: string, keys: Keys = {}, isMerging = false): CachingClient {
  const typePolicies = {
    ...Object.fromEntries(Object.entries(keys).map(([type, key]) => [type, { keyFields: [key] }])),
    ...(isMerging ? { Query: { fields: connections((args) => relayStylePagination(args)) } } : {}),
  };
  const client = new ApolloClient({
    cache: new InMemoryCache({ typePolicies }),
    link: new HttpLink({ uri: `${url}/graphql`, headers: { authorization } }),
  });
  return {
    send: async (text) => (await client.query({ query: gql(text), fetchPolicy: 'network-only' })).data,
    cached: async (text) => client.readQuery({ query: gql(text) }),
  };
}

/** Types that a cache keeps within their parents, as urql wants to hear. */
const keyless = Object.fromEntries(
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .filter((type) => !type.getFields().id)
    .map(({ name }) => [name, () => null]),
);

/**
 * urql with its normalised cache.
 *
 * @param isMerging whether it keeps the pages of a connection as one list
 */
export function urql(url: string, authorization: string, given: Keys = {}, isMerging = false): CachingClient {
  const keyed = Object.fromEntries(
    Object.entries(given).map(([type, key]) => [type, (data: Data) => String(data[key])]),
  );
  const client = new Client({
    url: `${url}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers: { authorization } },
    exchanges: [
      cacheExchange({
        keys: { ...keyless, ...keyed },
        resolvers: isMerging ? { Query: connections(() => relayPagination()) } : {},
      }),
      fetchExchange,
    ],
  });
  const answer = async (text: string, requestPolicy: 'network-only' | 'cache-only') => {
    const { data, error } = await client.query(text, {}, { requestPolicy }).toPromise();
    if (error) throw error;
    return data ?? null;
  };
  return {
    send: (text) => answer(text, 'network-only'),
    cached: (text) => answer(text, 'cache-only'),
  };
}
