import { existsSync, readdirSync } from 'node:fs';
import {
  type Compilation,
  compilationOf,
  isCrewOperation,
  isPublicOperation,
  pageVariables,
  schema,
} from '@channel/graph';
import type { Settings } from '@channel/settings';
import { type DocumentNode, getOperationAST, type OperationTypeNode, print } from 'graphql';
import { operations } from '../http/v1.ts';
import { type Audience, checkId, idOf, type ManifestOperation, readManifest } from './manifest.ts';
import { parseWithinLimits } from './syntax.ts';
import { validateWithinLimits } from './validation.ts';

/** The owner of a persisted document. */
type Owner = 'v1' | 'console' | 'tools';

/** A document that clients may name instead of sending it. */
export type PersistedDocument = {
  /** `sha256:` and the SHA-256 of its text, in hexadecimal digits. */
  id: string;
  owner: Owner;
  audience: Audience;
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

const UNREGISTERED = 'It is no manifest: `npm run operations -- register` writes one.';

const CONSOLE = new URL('../../operations/console.json', import.meta.url);

/**
 * The persisted documents: those of v1, those of the console (written by its build), and those of internal tools, from
 * the manifests in the folder that the settings name. Each is validated and compiled here, once. A document that is
 * unreadable or invalid is left out, so that neither it nor a console older than the API keeps the API from starting.
 */
export function persistedDocuments({ graphqlDocuments }: Pick<Settings, 'graphqlDocuments'>): {
  documents: PersistedDocument[];
  unusable: Unusable[];
} {
  const known = new Map<string, PersistedDocument>();
  const unusable: Unusable[] = [];
  const unless = (owner: Owner, name: string, run: () => void) => {
    try {
      run();
    } catch (error) {
      unusable.push({ owner, name, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  const add = (owner: Owner, { body: text, audience }: Sent, document: DocumentNode) => {
    const id = idOf(text);
    const same = known.get(id);
    // The same text has one audience, whichever manifest is read first.
    if (same && same.audience !== audience)
      throw new Error(`The same text is ${same.name} of ${same.owner}, for ${same.audience}.`);
    if (!same) known.set(id, { id, owner, text, audience, ...read(document, owner) });
  };
  const addAll = (owner: Owner, file: string | URL) => {
    for (const operation of readManifest(file))
      unless(owner, operation.name, () => {
        checkId(operation);
        add(owner, operation, parseWithinLimits(operation.body));
      });
  };
  for (const { document } of operations.all) add('v1', { body: print(document), audience: 'staff' }, document);
  if (existsSync(CONSOLE)) addAll('console', CONSOLE);
  const files = graphqlDocuments === null ? [] : readdirSync(graphqlDocuments).sort();
  for (const file of files) {
    if (file.endsWith('.json')) unless('tools', file, () => addAll('tools', `${graphqlDocuments}/${file}`));
    else if (file.endsWith('.graphql')) unusable.push({ owner: 'tools', name: file, reason: UNREGISTERED });
  }
  return { documents: [...known.values()], unusable };
}

type Sent = Pick<ManifestOperation, 'body' | 'audience'>;

/** @throws if the document does not hold exactly one operation, or the schema refuses it */
function read(document: DocumentNode, owner: Owner): Omit<PersistedDocument, 'id' | 'owner' | 'text' | 'audience'> {
  const operation = getOperationAST(document);
  if (!operation?.name) throw new Error('It must hold exactly one operation, with a name.');
  const fieldErrors = validateWithinLimits(schema, document);
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
