import type { About } from './tracing.ts';

const OF_TEXT: About = { name: 'graphql' };

/** The span of a GraphQL operation. A text of a client has no name here: the client could write anything into it. */
export const operationSpan = (persisted: { name: string; kind: string } | undefined): About =>
  persisted
    ? {
        name: persisted.name,
        attributes: { 'graphql.operation.name': persisted.name, 'graphql.operation.type': persisted.kind },
      }
    : OF_TEXT;
