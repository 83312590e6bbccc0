import { type Context, executeOperation, schema } from '@channel/graph';
import type { ExecutionArgs } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { contextFor, serve } from '../our-schema.ts';

/* GraphQL over HTTP in a typical setup: this repository's schema, Yoga with its caches of parsed and validated documents. */

const plainExecution: Plugin = {
  onExecute: ({ setExecuteFn }) =>
    setExecuteFn(({ document, variableValues, contextValue }: ExecutionArgs) =>
      executeOperation(document, variableValues ?? {}, contextValue as Context),
    ),
};

const yoga = createYoga({
  schema,
  logging: false,
  landingPage: false,
  graphiql: false,
  context: ({ req }: { req: Parameters<typeof contextFor>[0] }) => contextFor(req),
  plugins: [plainExecution],
});

serve(yoga);
