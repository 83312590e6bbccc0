import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  parse,
  type VariableDefinitionNode,
  validate,
  visit,
} from 'graphql';

/** A named query or mutation with the fragments it needs, reusable for any number of executions. */
export interface PersistedOperation {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  readonly document: DocumentNode;
  /** The response names of its root fields (aliases where there are any), in order. */
  readonly roots: readonly string[];
  readonly variables: readonly VariableDefinitionNode[];
}

// PostgreSQL truncates longer identifiers; an executor that compiles aliases to SQL would return a different name.
const MAX_ALIAS_BYTES = 63;

/**
 * Reads one named operation with the fragments that it uses.
 * Throws when there is no or more than one operation, no name, or an undefined fragment.
 */
export function loadOperation(
  source: string | DocumentNode,
  fragments: readonly (string | DocumentNode)[] = [],
): PersistedOperation {
  const document = documentOf(source);
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (operation === undefined || operations.length > 1)
    throw new Error('A persisted document holds exactly one operation.');
  const name = operation.name?.value;
  if (name === undefined) throw new Error('A persisted operation needs a name.');
  if (operation.operation === OperationTypeNode.SUBSCRIPTION)
    throw new Error(`${name}: subscriptions can't be published.`);

  const known = new Map<string, FragmentDefinitionNode>();
  for (const node of [...fragments.map(documentOf), document].flatMap((each) => each.definitions)) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) known.set(node.name.value, node);
  }
  const used = new Map<string, FragmentDefinitionNode>();
  const collect = (node: typeof operation | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name: { value: spread } }) {
        if (used.has(spread)) return;
        const fragment = known.get(spread);
        if (fragment === undefined) throw new Error(`${name}: no fragment "${spread}".`);
        used.set(spread, fragment);
        collect(fragment);
      },
    });
  };
  collect(operation);

  const roots = operation.selectionSet.selections.map((node) => {
    if (node.kind !== Kind.FIELD) throw new Error(`${name}: select the root fields directly, without fragments.`);
    return node.alias?.value ?? node.name.value;
  });
  return {
    name,
    kind: operation.operation,
    document: { kind: Kind.DOCUMENT, definitions: [operation, ...used.values()] },
    roots,
    variables: operation.variableDefinitions ?? [],
  };
}

/** The operations of a folder by name. */
export interface Operations {
  /** Throws when no file holds an operation of that name. */
  get(name: string): PersistedOperation;
  readonly all: readonly PersistedOperation[];
}

/**
 * Reads every `.graphql` file below a folder. A file with an operation is a persisted document; fragments of all files
 * are shared. Throws with the file's name when a file can't be parsed or a name is defined twice.
 */
export function readOperations(folder: URL): Operations {
  const root = fileURLToPath(folder);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.graphql'));
  const documents = files.sort().map((file) => ({ file, document: parseFile(`${root}/${file}`) }));
  const shared = documents.map(({ document }) => fragmentsOf(document));
  requireUnique('fragment', shared.flatMap(({ definitions }) => definitions).map(nameOf));
  const byName = new Map<string, PersistedOperation>();
  for (const { file, document } of documents) {
    if (document.definitions.every((node) => node.kind === Kind.FRAGMENT_DEFINITION)) continue;
    const operation = inFile(file, () => loadOperation(document, shared));
    if (byName.has(operation.name)) throw new Error(`${file}: the operation ${operation.name} exists twice.`);
    byName.set(operation.name, operation);
  }
  return {
    all: [...byName.values()],
    get(name) {
      const operation = byName.get(name);
      if (operation === undefined) throw new Error(`No operation ${name} in ${root}.`);
      return operation;
    },
  };
}

/** Throws when the schema refuses the operation or an alias is too long; the message names the operation. */
export function checkOperation(schema: GraphQLSchema, { name, document }: PersistedOperation): void {
  const fieldErrors = validate(schema, document).map((error) => error.message);
  visit(document, {
    Field({ alias }) {
      if (alias !== undefined && Buffer.byteLength(alias.value) > MAX_ALIAS_BYTES) {
        fieldErrors.push(`The alias "${alias.value}" is longer than ${MAX_ALIAS_BYTES} bytes.`);
      }
    },
  });
  if (fieldErrors.length > 0) throw new Error(`${name}: ${fieldErrors.join(' ')}`);
}

function documentOf(source: string | DocumentNode): DocumentNode {
  return typeof source === 'string' ? parse(source) : source;
}

function fragmentsOf(document: DocumentNode): DocumentNode {
  return {
    kind: Kind.DOCUMENT,
    definitions: document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION),
  };
}

function nameOf(node: DocumentNode['definitions'][number]): string {
  return 'name' in node ? (node.name?.value ?? '') : '';
}

function requireUnique(what: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`The ${what} ${twice} exists twice.`);
}

function parseFile(path: string): DocumentNode {
  return inFile(path, () => parse(readFileSync(path, 'utf8')));
}

function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
