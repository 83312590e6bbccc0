import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DocumentNode, Kind, print } from 'graphql';
import './macros.ts';

/*
 * Part of `npm run generate`: generates the list of all operations of the console. The API runs the
 * operations of the manifest `apps/api/operations/console.json` by id; the console finds the ids by name in
 * `src/lib/operation-ids.json`. With `--check` no file is written, and the script fails if the files are not up to
 * date.
 */

const home = join(import.meta.dirname, '..');
const FILES = { manifest: join(home, '../api/operations/console.json'), ids: join(home, 'src/lib/operation-ids.json') };

/** A replacement of `graphql` that records the documents it creates. */
const REMEMBERING = `
  import { initGraphQLTada } from 'gql.tada';
  const make = initGraphQLTada();
  export const made = [];
  export const graphql = (...parts) => {
    const document = make(...parts);
    made.push(document);
    return document;
  };`;

const maker = pathToFileURL(join(home, 'src/lib/graphql.ts')).href;
registerHooks({
  load: (url, context, next) =>
    url === maker ? { format: 'module', source: REMEMBERING, shortCircuit: true } : next(url, context),
});

async function documents(): Promise<DocumentNode[]> {
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: home }).sort()) {
    if (file.endsWith('.test.ts') || !/\bgraphql\(/.test(readFileSync(join(home, file), 'utf8'))) continue;
    if (file.endsWith('.tsx'))
      throw new Error(`${file}: put GraphQL documents into a .ts file; this script can't load JSX`);
    await import(pathToFileURL(join(home, file)).href);
  }
  const { made } = await import(maker);
  return made;
}

type Operation = { id: string; type: string; body: string };

/** The operations by name. */
async function operations(): Promise<Map<string, Operation>> {
  const found = new Map<string, Operation>();
  for (const document of await documents()) {
    const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
    if (!operation) continue;
    const name = operation.name?.value;
    if (name === undefined) throw new Error(`An operation has no name; add one:\n${print(document)}`);
    if (found.has(name)) throw new Error(`Two operations have the name ${name}; rename one of them`);
    const body = print(document);
    found.set(name, { id: createHash('sha256').update(body).digest('hex'), type: operation.operation, body });
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const all = await operations();
const contents = {
  manifest: {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: Array.from(all, ([name, { id, type, body }]) => ({ id: `sha256:${id}`, name, type, body })),
  },
  ids: Object.fromEntries(Array.from(all, ([name, { id }]) => [name, id])),
};
for (const kind of ['manifest', 'ids'] as const) {
  const text = `${JSON.stringify(contents[kind], null, 2)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(FILES[kind], text);
  else if (readFileSync(FILES[kind], 'utf8') !== text) {
    console.error(`${FILES[kind]} is not up to date. Run: npm run generate`);
    process.exitCode = 1;
  }
}
console.log(`${all.size} operations`);
