import { ChannelError, graphqlClient, type Introspection, type Scalars } from '@channel/client/graphql';
import { initGraphQLTada } from 'gql.tada';

const { CHANNEL_URL = 'http://localhost:4000', CHANNEL_TOKEN = '' } = process.env;
if (CHANNEL_TOKEN === '') end('Set CHANNEL_TOKEN to the token of a service account.');

/** Ends the program with a message for whoever runs it. */
export function end(message: string): never {
  console.error(message);
  process.exit(1);
}

process.once('uncaughtException', (error) => {
  // What the API refuses is no defect of the program, whose stack would show where it is.
  if (!(error instanceof ChannelError)) end(String(error.stack));
  const fields = Object.entries(error.fields).map(([name, messages]) => `${name}: ${messages.join(' ')}`);
  end([error.message, ...fields].join('\n'));
});

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
