import type { TadaDocumentNode } from 'gql.tada';
import { print } from 'graphql/language/printer.js';

/** What is posted for an operation. */
export const operationBody = <Data, Variables>(document: TadaDocumentNode<Data, Variables>, variables: Variables) => ({
  query: print(document),
  variables,
});
