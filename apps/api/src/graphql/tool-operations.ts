import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  concatAST,
  type DocumentNode,
  GraphQLError,
  getOperationAST,
  Kind,
  OperationTypeNode,
  print,
  separateOperations,
} from 'graphql';
import { documentsIn, type FoundText } from './documents-in-programs.ts';
import { type Audience, idOf, type ManifestOperation, readManifest } from './manifest.ts';
import { parseWithinLimits } from './syntax.ts';

/** A problem or a warning, with the file or the operation that it is about. */
export type Finding = { at: string; message: string };

/** The operations of a tool, before they are registered. */
export type ToolOperations = {
  operations: ManifestOperation[];
  problems: Finding[];
  /** The file of each operation, by its name. */
  files: ReadonlyMap<string, string>;
};

const SCRIPT = /\.[cm]?[jt]sx?$/;
const HOLDS_DOCUMENTS = /(?<!\.test)\.(graphql|gql|[cm]?[jt]sx?)$/;
const INSTALLED = /(^|[\\/])node_modules[\\/]/;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Reads the operations of a tool.
 *
 * @param path a manifest (`….json`), or a file or folder of documents: `.graphql` and `.gql` files, and programs in
 *   TypeScript or JavaScript whose documents are texts of `graphql` or `gql`. Operations use the fragments of all files
 * @param audience replaces the one of a manifest
 * @throws if the path can't be read
 */
export function readToolOperations(path: string, audience?: Audience): ToolOperations {
  if (!path.endsWith('.json')) return readDocuments(path, audience ?? 'staff');
  const operations = readManifest(path);
  return {
    operations: audience ? operations.map((each) => ({ ...each, audience })) : operations,
    problems: [],
    files: new Map(operations.map(({ name }) => [name, path])),
  };
}

function readDocuments(path: string, audience: Audience): ToolOperations {
  const problems: Finding[] = [];
  const operationFiles = new Map<string, string>();
  const isFolder = statSync(path).isDirectory();
  const files = isFolder
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(
        (file) => HOLDS_DOCUMENTS.test(file) && !INSTALLED.test(file),
      )
    : ['.'];
  const documents = files.sort().flatMap((file) => {
    const at = isFolder ? join(path, file) : path;
    return textsIn(at).flatMap(({ text, begins }): DocumentNode[] => {
      try {
        const document = parseWithinLimits(text);
        const unnamed = document.definitions.some((node) => node.kind === Kind.OPERATION_DEFINITION && !node.name);
        if (unnamed) problems.push({ at, message: 'Every operation needs a name.' });
        for (const node of document.definitions)
          if (node.kind === Kind.OPERATION_DEFINITION && node.name) operationFiles.set(node.name.value, at);
        return unnamed ? [] : [document];
      } catch (error) {
        problems.push({ at, message: placed(error, begins) });
        return [];
      }
    });
  });
  const whole = concatAST(documents);
  for (const name of repeated(whole)) problems.push({ at: path, message: `The name ${name} is used twice.` });
  const operations = Object.entries(separateOperations(whole)).map(([name, document]): ManifestOperation => {
    const body = print(document);
    const type = getOperationAST(document)?.operation ?? OperationTypeNode.QUERY;
    return { id: idOf(body), name, type, body, audience };
  });
  return { operations, problems, files: operationFiles };
}

/** The documents of a file. */
function textsIn(file: string): FoundText[] {
  const content = readFileSync(file, 'utf8');
  return SCRIPT.test(file) ? documentsIn(file, content) : [{ text: content, begins: 0 }];
}

/** A syntax error with its line in the file. */
function placed(error: unknown, begins: number): string {
  const line = error instanceof GraphQLError ? error.locations?.[0]?.line : undefined;
  return line === undefined ? messageOf(error) : `Line ${begins + line}: ${messageOf(error)}`;
}

/** The names that several operations, or several fragments, have. */
function repeated({ definitions }: DocumentNode): Set<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const node of definitions) {
    if (!('name' in node) || !node.name) continue;
    const key = `${node.kind} ${node.name.value}`;
    if (seen.has(key)) twice.add(node.name.value);
    seen.add(key);
  }
  return twice;
}
