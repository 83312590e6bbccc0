import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createServer,
  data,
  loadOperation,
  page,
  type Route,
  readOperations,
  restRouter,
  route,
  wire,
} from './index.ts';
import { routes, schema } from './testing/library.ts';

const show = loadOperation('query Show($book: SafeInt!) { data: book(id: $book) { id } }');
const params = z.object({ book: wire.pathId() });
const base = {
  method: 'GET',
  path: '/v1/books/:book',
  operation: show,
  params,
  answer: data(),
  summary: 'Show',
} as const;

async function start(rows: readonly Route[], app = createServer()): Promise<void> {
  const api = restRouter({ schema, authenticate: () => 'reader', context: () => ({}) });
  await app.register(api.plugin, { routes: rows });
  await app.ready();
}

describe('a document', () => {
  it.each([
    ['', /Syntax Error/],
    ['{ book(id: 1) { id } }', /needs a name/],
    ['query A { book(id: 1) { id } } query B { book(id: 1) { id } }', /exactly one operation/],
    ['fragment F on Book { id }', /exactly one operation/],
    ['subscription S { books }', /S: subscriptions/],
    ['query A { book(id: 1) { ...Nowhere } }', /A: no fragment "Nowhere"/],
    ['query A { ...Root } fragment Root on Query { book(id: 1) { id } }', /A: select the root fields directly/],
  ])('is refused: %s', (source, message) => {
    expect(() => loadOperation(source)).toThrow(message);
  });

  it('includes only the fragments that it uses', () => {
    const library = 'fragment A on Book { author { ...B } } fragment B on Author { id } fragment C on Book { id }';
    const { document, roots, kind } = loadOperation('query Q { data: book(id: 1) { ...A } }', [library]);
    expect(document.definitions.map((node) => ('name' in node ? node.name?.value : ''))).toEqual(['Q', 'A', 'B']);
    expect([roots, kind]).toEqual([['data'], 'query']);
  });

  it('is named in the error when the schema refuses it', async () => {
    const operation = loadOperation('query Wrong { data: book(id: 1) { isbn } }');
    await expect(start([route({ ...base, path: '/x', params: undefined, operation })])).rejects.toThrow(
      /Wrong: .*isbn/,
    );
  });

  it('is refused for an alias above 63 bytes', async () => {
    const of = (alias: string) =>
      route({
        ...base,
        path: '/x',
        params: undefined,
        operation: loadOperation(`query Long { data: book(id: 1) { ${alias}: id } }`),
      });
    await start([of('a'.repeat(63))]);
    await expect(start([of('a'.repeat(64))])).rejects.toThrow(/Long: .*longer than 63 bytes/);
  });
});

describe('a folder of documents', () => {
  it('is read by name, shares fragments, and names the file in errors', () => {
    const folder = mkdtempSync(join(tmpdir(), 'operations-'));
    const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
    write('book.fragments.graphql', 'fragment BookId on Book { id }');
    write('show.graphql', 'query Show { data: book(id: 1) { ...BookId } }');
    const operations = readOperations(pathToFileURL(`${folder}/`));
    expect(operations.all.map(({ name }) => name)).toEqual(['Show']);
    expect(operations.get('Show').document.definitions).toHaveLength(2);
    expect(() => operations.get('Hide')).toThrow(/No operation Hide/);
    write('again.graphql', 'query Show { data: book(id: 1) { id } }');
    expect(() => readOperations(pathToFileURL(`${folder}/`))).toThrow(/the operation Show exists twice/);
    write('again.graphql', 'fragment BookId on Book { title }');
    expect(() => readOperations(pathToFileURL(`${folder}/`))).toThrow(/The fragment BookId exists twice/);
    write('again.graphql', 'query {');
    expect(() => readOperations(pathToFileURL(`${folder}/`))).toThrow(/again\.graphql/);
  });
});

describe('a route', () => {
  const input = z.object({ title: wire.optional(wire.text()) });

  it.each<[string, () => unknown, RegExp]>([
    [
      'parameters that differ from the path',
      () => route({ ...base, path: '/v1/books/:id' }),
      /params and the path differ/,
    ],
    ['no such root field', () => route({ ...base, answer: page() }), /Show has no root field "meta"/],
    [
      'a name that does not survive the case conversion',
      () => route({ ...base, input: z.object({ line_A: wire.text() }) }),
      /"line_A" is not a snake_case name/,
    ],
    [
      'a camelCase name',
      () => route({ ...base, input: z.object({ perPage: wire.text() }) }),
      /"perPage" is not a snake_case name/,
    ],
    [
      'a variable without a source',
      () => route({ ...base, path: '/v1/books', params: undefined }),
      /no parameter or member provides \$book of Show/,
    ],
    [
      'a required variable from an optional member',
      () => route({ ...base, path: '/x', params: undefined, input: z.object({ book: wire.optional(wire.id()) }) }),
      /no parameter or member provides \$book/,
    ],
    ['a member that no variable takes', () => route({ ...base, input }), /Show takes no "title"/],
  ])('is refused for %s', (_, make, message) => {
    expect(make).toThrow(message);
  });

  it('may map its variables by hand', async () => {
    await start([route({ ...base, input, variables: (_, { book }) => ({ book }) })]);
  });

  it.each<[z.ZodObject, RegExp]>([
    [z.object({ title: wire.text(), isbn: wire.optional(wire.text()) }), /BookInput has no field for "isbn"/],
    [
      z.object({ title: wire.text(), author: wire.optional(z.object({ born: wire.date() })) }),
      /AuthorInput has no field for "author.born"/,
    ],
    [
      z.object({ title: wire.text(), co_authors: wire.list(z.object({ born: wire.date() })) }),
      /AuthorInput has no field for "co_authors.born"/,
    ],
    [z.object({ title: wire.optional(wire.text()) }), /BookInput.title is required, but/],
    [z.object({ price: wire.number() }), /BookInput.title is required, but/],
  ])('is refused when its input differs from the input type', async (wrong, message) => {
    const operation = loadOperation('mutation Add($input: BookInput!) { data: saveBook(input: $input) { id } }');
    await expect(
      start([route({ ...base, method: 'POST', path: '/x', params: undefined, operation, input: wrong })]),
    ).rejects.toThrow(message);
  });

  it('is refused when its method and path exist already', async () => {
    await expect(start([...routes, route({ ...base, method: ['GET', 'POST'] })])).rejects.toThrow(
      'GET /v1/books/:book exists twice.',
    );
  });

  it('needs a server made by createServer()', async () => {
    await expect(start(routes, Fastify())).rejects.toThrow(/createServer/);
  });
});
