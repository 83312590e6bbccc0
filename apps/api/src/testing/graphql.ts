import { startFamily } from '@channel/auth';
import { persistedDocuments } from '../graphql/persisted.ts';
import { type Answer, exchange, type Sent } from './http.ts';
import type { TestServer } from './start-server.ts';

export type GraphqlBody = {
  data?: Record<string, unknown> | null;
  errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[];
  extensions?: Record<string, unknown>;
};

export type GraphqlAnswer = Answer & { body: GraphqlBody };

/** Posts JSON to `/graphql`; with the headers of a console page unless others are given. */
export async function postGraphql(server: TestServer, body: unknown, sent: Sent = {}): Promise<GraphqlAnswer> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...sent.headers };
  const answer = await exchange(new URL('/graphql', server.url), 'POST', { body, ...sent, headers });
  return { ...answer, body: (answer.json ?? {}) as GraphqlBody };
}

/** The `Authorization` header of a user. */
export async function bearerOf({ db, services }: TestServer, username: string): Promise<string> {
  const { id } = await db.user.findFirstOrThrow({ where: { username }, select: { id: true } });
  return `Bearer ${(await startFamily(db, id, services.clock(), services.settings)).accessToken}`;
}

/** The id of a console document, by the name of its operation. */
export function consoleDocument({ settings }: TestServer, name: string): { documentId: string } {
  const { documents } = persistedDocuments(settings);
  const found = documents.find((document) => document.owner === 'console' && document.name === name);
  if (!found) throw new Error(`The console has no document ${name}.`);
  return { documentId: found.id };
}

/** A session of the console. @returns the `Cookie` header */
export async function signedIn({ db, services }: TestServer, username: string): Promise<string> {
  const { id } = await db.user.findFirstOrThrow({ where: { username }, select: { id: true } });
  return (await services.sessions.signIn(id)).setCookie.split(';')[0] ?? '';
}
