import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  type Compilation,
  compilationOf,
  isCrewOperation,
  isPublicOperation,
  pageVariables,
  schema,
} from '@channel/graph';
import type { Settings } from '@channel/settings';
import { type DocumentNode, getOperationAST, type OperationTypeNode, parse, print, validate } from 'graphql';
import { operations } from '../http/v1.ts';

/** The owner of a persisted document. */
type Owner = 'v1' | 'console' | 'tools';

/** A document that clients may name instead of sending it. */
export type PersistedDocument = {
  /** SHA-256 of its text, in hexadecimal digits. */
  id: string;
  owner: Owner;
  /** The name of its only operation. */
  name: string;
  kind: OperationTypeNode;
  text: string;
  document: DocumentNode;
  compilation: Compilation;
  /** The variables that set the page sizes of its lists, and the maximum that v1 and the console request. */
  pages: { name: string; max: number }[];
  /** Whether it can be sent without a login. */
  isOpen: boolean;
  /** Whether it belongs to the page of the crew. */
  isCrews: boolean;
};

/** A document that can't be used, and the reason. */
export type Unusable = { owner: Owner; name: string; reason: string };

const CONSOLE = new URL('../../operations/console.json', import.meta.url);

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The persisted documents: those of v1, those of the console (written by its build), and those of internal tools, one
 * in each file of the folder that the settings name. Each is validated and compiled here, once. A document that is
 * unreadable or invalid is left out, so that neither it nor a console older than the API keeps the API from starting.
 */
export function persistedDocuments({ graphqlDocuments }: Pick<Settings, 'graphqlDocuments'>): {
  documents: PersistedDocument[];
  unusable: Unusable[];
} {
  const documents: PersistedDocument[] = [];
  const unusable: Unusable[] = [];
  const add = (owner: Owner, name: string, textOf: () => string, given?: string) => {
    try {
      const text = textOf();
      const id = idOf(text);
      if (given !== undefined && given !== id) throw new Error('The id is not the SHA-256 of the text.');
      documents.push({ id, owner, text, ...read(parse(text), owner) });
    } catch (error) {
      unusable.push({ owner, name, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  for (const { document } of operations.all) {
    const text = print(document);
    documents.push({ id: idOf(text), owner: 'v1', text, ...read(document, 'v1') });
  }
  for (const [id, text] of consoleTexts()) add('console', nameOf(text) ?? id, () => text, id);
  if (graphqlDocuments !== null) {
    const files = readdirSync(graphqlDocuments).filter((file) => file.endsWith('.graphql'));
    for (const file of files.sort()) add('tools', file, () => readFileSync(`${graphqlDocuments}/${file}`, 'utf8'));
  }
  return { documents, unusable };
}

/** @throws if the document does not hold exactly one operation, or the schema refuses it */
function read(document: DocumentNode, owner: Owner): Omit<PersistedDocument, 'id' | 'owner' | 'text'> {
  const operation = getOperationAST(document);
  if (!operation?.name) throw new Error('It must hold exactly one operation, with a name.');
  const fieldErrors = validate(schema, document);
  if (fieldErrors.length > 0) throw new Error(fieldErrors.map(({ message }) => message).join(' '));
  return {
    name: operation.name.value,
    kind: operation.operation,
    document,
    compilation: compilationOf(document),
    pages: pageVariables(schema, document).map(({ name, field }) => ({ name, max: maxOffered(owner, field) })),
    isOpen: isPublicOperation(schema, document),
    isCrews: isCrewOperation(schema, document),
  };
}

/**
 * Maximum entries of a list that v1 and the console request: a hundred, and the page size of the console's order list.
 */
const maxOffered = (owner: Owner, field: string): number =>
  owner === 'console' && field === 'Query.orders' ? 1_000 : 100;

const nameOf = (text: string): string | undefined => /^\s*(?:query|mutation|subscription)\s+(\w+)/.exec(text)?.[1];

/** Texts by their ids; empty if the console was never built. */
function consoleTexts(): [string, string][] {
  if (!existsSync(CONSOLE)) return [];
  const read: unknown = JSON.parse(readFileSync(CONSOLE, 'utf8'));
  if (typeof read !== 'object' || read === null)
    throw new Error(`${CONSOLE.pathname} must hold an object of documents by their ids`);
  return Object.entries(read).map(([id, text]): [string, string] => [id, String(text)]);
}
