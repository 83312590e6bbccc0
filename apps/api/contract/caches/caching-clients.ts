import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { schema } from '@channel/graph';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { isInterfaceType, isObjectType } from 'graphql';

/** A client with a cache that keeps objects by type and id. */
export type CachingClient = {
  name: string;
  /** The answer that the client gives from its cache, after it has sent the query and kept the answer. */
  send(text: string): Promise<unknown>;
  /** The answer that the client gives from its cache alone; null where the cache does not hold all of it. */
  cached(text: string): Promise<unknown>;
};

/** Apollo Client with its default cache. */
export function apollo(url: string, authorization: string): CachingClient {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri: `${url}/graphql`, headers: { authorization } }),
  });
  return {
    name: 'Apollo Client',
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

/** urql with its normalised cache. */
export function urql(url: string, authorization: string): CachingClient {
  const client = new Client({
    url: `${url}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers: { authorization } },
    exchanges: [cacheExchange({ keys: keyless }), fetchExchange],
  });
  const answer = async (text: string, requestPolicy: 'network-only' | 'cache-only') => {
    const { data, error } = await client.query(text, {}, { requestPolicy }).toPromise();
    if (error) throw error;
    return data ?? null;
  };
  return {
    name: 'urql',
    send: (text) => answer(text, 'network-only'),
    cached: (text) => answer(text, 'cache-only'),
  };
}
