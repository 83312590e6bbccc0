import { persistedDocuments } from '@channel/api/persisted';
import type { HttpRequest } from '../load/connections.ts';

/** An operation for `/graphql`. */
export const graphql = (body: object, headers: Readonly<Record<string, string>>): HttpRequest => ({
  method: 'POST',
  path: '/graphql',
  headers,
  body: JSON.stringify(body),
});

/** A console that sends the documents of its pages by name, with the session of the next signed-in user each time. */
export function consoleOf(cookies: readonly string[]) {
  const { documents } = persistedDocuments({ graphqlDocuments: null });
  return (name: string, variables: object, index = 0): HttpRequest => {
    const document = documents.find((each) => each.owner === 'console' && each.name === name);
    if (!document) throw new Error(`the console has no document ${name}`);
    const cookie = cookies[index % cookies.length] ?? '';
    return graphql({ documentId: document.id, variables }, { cookie, 'sec-fetch-site': 'same-origin' });
  };
}
