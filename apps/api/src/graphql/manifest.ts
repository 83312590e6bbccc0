import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { OperationTypeNode } from 'graphql';
import { z } from 'zod';

/*
 * The manifest of persisted operations: the format that Apollo's tools write and read
 * (`apollo-persisted-query-manifest`, version 1), with one member of ours, the audience.
 */

const operation = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(OperationTypeNode),
  body: z.string(),
  audience: z.enum(['staff', 'partners']).default('staff'),
});

/** Far more than one tool has; the start compiles each of them. */
const MAX_OPERATIONS = 5_000;

const manifest = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(operation).max(MAX_OPERATIONS),
});

/** An operation of a manifest. */
export type ManifestOperation = z.infer<typeof operation>;

/** The bearers that may name an operation: those of staff alone, or those of partners, too. */
export type Audience = ManifestOperation['audience'];

/** The id of an operation: `sha256:` and the SHA-256 of its text in hexadecimal digits (GraphQL over HTTP). */
export const idOf = (body: string): string => `sha256:${createHash('sha256').update(body).digest('hex')}`;

/** The operations of a manifest file. @throws if it is unreadable or not in the format */
export const readManifest = (file: string | URL): ManifestOperation[] =>
  operationsOf(JSON.parse(readFileSync(file, 'utf8')));

/** The operations of a manifest. @throws if it is not in the format */
export function operationsOf(json: unknown): ManifestOperation[] {
  const { success, data, error } = manifest.safeParse(json);
  if (success) return data.operations;
  const [issue] = error.issues;
  throw new Error(`It is no manifest: ${issue?.path.join('.') || 'the file'}: ${issue?.message}.`);
}

/** The text of a manifest file. Members beyond those of the format are kept, for people. */
export function manifestOf(operations: readonly ManifestOperation[]): string {
  const written = operations.map(({ audience, ...rest }) => (audience === 'staff' ? rest : { ...rest, audience }));
  return `${JSON.stringify({ format: 'apollo-persisted-query-manifest', version: 1, operations: written }, null, 2)}\n`;
}

/** Refuses an id that is not that of the text; Apollo's tools write the hash alone. @throws if it is another one */
export function checkId({ id, body }: Pick<ManifestOperation, 'id' | 'body'>): void {
  const known = idOf(body);
  if (id !== known && `sha256:${id}` !== known) throw new Error('The id is not the SHA-256 of the text.');
}
