import { graphqlClient, type Introspection, type Scalars } from '@channel/client/graphql';
import { initGraphQLTada } from 'gql.tada';

const { CHANNEL_URL = 'http://localhost:4000', CHANNEL_TOKEN = '' } = process.env;
if (CHANNEL_TOKEN === '') throw new Error('Set CHANNEL_TOKEN to the token of a service account.');

/** The API at `CHANNEL_URL`, with the service account of `CHANNEL_TOKEN`. */
export const connection = {
  baseUrl: CHANNEL_URL,
  token: CHANNEL_TOKEN,
  onRetry: (error: unknown, seconds: number) => console.error(`Trying again in ${seconds.toFixed(1)} s: ${error}`),
};

/** Sends documents. */
export const channel = graphqlClient(connection);

/** Makes a document. The types of its variables and its result follow from its text. */
export const graphql = initGraphQLTada<{ introspection: Introspection; scalars: Scalars; disableMasking: true }>();
