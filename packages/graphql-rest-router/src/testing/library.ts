import type { FastifyInstance } from 'fastify';
import { buildSchema, execute, GraphQLError } from 'graphql';
import { z } from 'zod';
import {
  bare,
  createServer,
  csv,
  data,
  empty,
  errorsAndMeta,
  HttpError,
  loadOperation,
  page,
  type RestRouterOptions,
  restRouter,
  route,
  type ServerOptions,
  Unauthenticated,
  wire,
} from '../index.ts';

/** An example domain: books and authors. */
export const schema = buildSchema(`
  "Adds a client-side form to a field."
  directive @wire(as: String!) on FIELD
  "A calendar date."
  scalar Date
  scalar SafeInt
  "How a book is made."
  enum Format { PAPER EBOOK }
  "Who wrote a book."
  type Author { id: SafeInt!, "As printed." name: String!, bornOn: Date }
  "A book of the library."
  type Book { id: SafeInt!, "As on the cover." title: String!, price: Float, format: Format!, author: Author, publishedOn: Date, tags: [String!]! }
  type Meta { total: Int!, currentPage: Int! }
  type BookPage { entries: [Book!]!, meta: Meta! }
  input BookFilter { title: String, authorIds: [SafeInt!], publishedOn: Period, tags: [String!], isNew: Boolean, year: Int }
  input Period { start: Date, end: Date }
  input BookInput { title: String!, price: Float, publishedOn: Date, author: AuthorInput, coAuthors: [AuthorInput!], small: Int, tags: [String!], id: SafeInt }
  input AuthorInput { name: String, emailAddress: String, bornOn: Date }
  type Query {
    book(id: SafeInt!): Book
    books(filter: BookFilter, page: Int! = 1, perPage: Int! = 2): [Book!]!
    meta(filter: BookFilter, page: Int! = 1, perPage: Int! = 2): Meta!
    bookPage: BookPage!
    titles(query: String): [String!]!
    fail(how: String!): String
    failTwice(how: String!): String
    echo(filter: BookFilter, page: Int, perPage: Int, shelf: String): String!
  }
  type Mutation { saveBook(book: SafeInt, input: BookInput!): Book!, removeBook(book: SafeInt!): Boolean, login(password: String!): String! }
`);

const authors = [
  { id: 1, name: 'Ada', bornOn: '1815-12-10' },
  { id: 2, name: '=Eve, "the" first', bornOn: null },
];

export const books = [
  {
    id: 1,
    title: 'Engines',
    price: 10.5,
    format: 'PAPER',
    author: authors[0],
    publishedOn: '1843-09-01',
    tags: ['old', 'maths'],
  },
  { id: 2, title: 'Gardens', price: null, format: 'EBOOK', author: authors[1], publishedOn: null, tags: [] },
  { id: 3, title: 'Looms', price: -3, format: 'PAPER', author: null, publishedOn: '2020-02-29', tags: ['new'] },
];

function refuse(how: string): never {
  const refusals: Record<string, () => Error> = {
    forbidden: () => new GraphQLError('Not yours.', { extensions: { code: 'FORBIDDEN' } }),
    missing: () => new GraphQLError('No such book.', { extensions: { code: 'NOT_FOUND' } }),
    conflict: () => new GraphQLError('Lent out.', { extensions: { code: 'CONFLICT' } }),
    busy: () => new GraphQLError('Too fast.', { extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 7 } }),
    unauthenticated: () => new GraphQLError('Wrong password.', { extensions: { code: 'UNAUTHENTICATED' } }),
    invalid: () =>
      new GraphQLError('Invalid.', {
        extensions: {
          code: 'VALIDATION',
          fields: [{ path: ['input', 'coAuthors', 2, 'emailAddress'], message: 'is taken' }],
        },
      }),
    other: () =>
      new GraphQLError('Invalid.', {
        extensions: {
          code: 'VALIDATION',
          fields: [{ path: ['filter', 'publishedOn', 'start'], message: 'Too early.' }],
        },
      }),
    locked: () => new HttpError(423, 'Locked.'),
    lost: () => new Error('connection to 10.0.0.7 lost'),
    bug: () => new Error('db password=hunter2'),
  };
  throw refusals[how]?.() ?? new Error(how);
}

interface Paging {
  page: number;
  perPage: number;
  filter?: { title?: string; authorIds?: number[] };
}

function matching({ filter }: Paging) {
  const { title, authorIds } = filter ?? {};
  return books.filter(
    (book) =>
      (title === undefined || book.title.includes(title)) &&
      (authorIds === undefined || authorIds.includes(book.author?.id ?? -1)),
  );
}

const rootValue = {
  book: ({ id }: { id: number }) => books.find((book) => book.id === id) ?? null,
  books: (args: Paging) => matching(args).slice((args.page - 1) * args.perPage, args.page * args.perPage),
  meta: (args: Paging) => ({ total: matching(args).length, currentPage: args.page }),
  bookPage: () => ({ entries: books, meta: { total: 3, currentPage: 1 } }),
  titles: ({ query = '' }: { query?: string }) =>
    books.map(({ title }) => title).filter((title) => title.toLowerCase().startsWith(query.toLowerCase())),
  fail: ({ how }: { how: string }) => refuse(how),
  failTwice: ({ how }: { how: string }) => refuse(how),
  echo: (args: unknown) => JSON.stringify(args),
  saveBook: ({ book, input }: { book?: number; input: { title: string; coAuthors?: unknown } }) => {
    if (input.title in { invalid: 1, conflict: 1, bug: 1 }) refuse(input.title);
    return { ...books[0], id: book ?? 4, title: input.title, tags: [JSON.stringify(input)] };
  },
  removeBook: () => true,
  login: ({ password }: { password: string }) => (password === 'right' ? 'token' : refuse('unauthenticated')),
};

const fragments = `
  fragment BookFull on Book { id title price format published_on: publishedOn tags author { ...AuthorShort } }
  fragment AuthorShort on Author { id name born_on: bornOn }
`;
const operation = (source: string) => loadOperation(source, [fragments]);

const { loose } = wire;
const filter = loose.optional(
  z.object({
    title: loose.optional(loose.text({ max: 50 })),
    author_ids: loose.optional(loose.barList(loose.id())),
    published_on: loose.optional(z.object({ start: loose.optional(loose.date()), end: loose.optional(loose.date()) })),
    tags: loose.optional(loose.list(loose.text())),
    is_new: loose.optional(loose.bool()),
    year: loose.optional(loose.int({ min: 0, max: 3000 })),
  }),
);
const paging = {
  page: loose.optional(loose.int({ min: 1 })),
  per_page: loose.optional(loose.int({ min: 1, max: 20 })),
};
const author = z.object({
  name: wire.optional(wire.text({ max: 40 })),
  email_address: wire.optional(wire.email()),
  born_on: wire.nullable(wire.date()),
});
const bookInput = z.object({
  title: wire.text({ min: 1, max: 100 }),
  price: wire.optional(wire.number({ min: 0 })),
  published_on: wire.optional(wire.date()),
  author: wire.optional(author),
  co_authors: wire.optional(wire.list(author, { max: 5 })),
  small: wire.optional(wire.int()),
  tags: wire.optional(wire.list(wire.text())),
  // On purpose: an id in the body must never win over the path's.
  id: wire.optional(wire.id()),
});
const bookId = z.object({ book: wire.pathId() });

export const saveBook = operation(
  'mutation SaveBook($book: SafeInt, $input: BookInput!) { data: saveBook(book: $book, input: $input) { ...BookFull } }',
);

export const routes = [
  route({
    method: 'GET',
    path: '/v1/books',
    operation: operation(`query ListBooks($filter: BookFilter, $page: Int = 1, $perPage: Int = 2) {
      data: books(filter: $filter, page: $page, perPage: $perPage) { ...BookFull }
      meta(filter: $filter, page: $page, perPage: $perPage) { total current_page: currentPage } }`),
    input: z.object({ filter, ...paging }),
    answer: page(),
    summary: 'List books',
    description: 'In the order of their ids.',
    tags: ['Books'],
    openFacts: ['page-defaults'],
  }),
  route({
    method: 'GET',
    path: '/v1/books/:book',
    operation: operation('query ShowBook($book: SafeInt!) { book(id: $book) { ...BookFull } }'),
    params: bookId,
    answer: data('book'),
    summary: 'Show a book',
    tags: ['Books'],
  }),
  route({
    method: 'GET',
    path: '/v1/books/export',
    operation: operation(`query ExportBooks($filter: BookFilter, $page: Int! = 1) {
      books(filter: $filter, page: $page) { id title price author { name } tags } }`),
    input: z.object({ filter }),
    variables: (input) => ({ filter: input.filter }),
    answer: csv({
      root: 'books',
      columns: () => [
        { title: 'id', value: 'id' },
        { title: 'title', value: 'title' },
        { title: 'price', value: 'price' },
        { title: 'author', value: 'author.name' },
      ],
      filename: () => 'books.csv',
      next: ({ books: entries }, { page: last = 1, ...rest }) =>
        Array.isArray(entries) && entries.length === 2 ? { ...rest, page: Number(last) + 1 } : undefined,
    }),
    summary: 'Export books',
    tags: ['Books'],
  }),
  route({
    method: ['PUT', 'PATCH'],
    path: '/v1/books/:book',
    operation: saveBook,
    params: bookId,
    input: bookInput,
    answer: data(),
    summary: 'Change a book',
    tags: ['Books'],
    refuses: [409],
  }),
  route({
    method: 'POST',
    path: '/v1/books',
    operation: operation('mutation AddBook($input: BookInput!) { data: saveBook(input: $input) { ...BookFull } }'),
    input: bookInput,
    status: 201,
    answer: data(),
    summary: 'Add a book',
    tags: ['Books'],
  }),
  route({
    method: 'DELETE',
    path: '/v1/books/:book',
    operation: operation('mutation RemoveBook($book: SafeInt!) { removeBook(book: $book) }'),
    params: bookId,
    status: 204,
    answer: empty(),
    summary: 'Remove a book',
    tags: ['Books'],
  }),
  route({
    method: 'GET',
    path: '/v1/titles',
    operation: operation('query ListTitles($query: String) { titles(query: $query) }'),
    input: z.object({ query: loose.optional(loose.text({ max: 50 })) }),
    answer: bare('titles'),
    public: true,
    summary: 'List titles',
    tags: ['Books'],
  }),
  route({
    method: 'GET',
    path: '/v1/shelves/:shelf/echo',
    operation: operation(`query Echo($filter: BookFilter, $page: Int, $perPage: Int, $shelf: String) {
      data: echo(filter: $filter, page: $page, perPage: $perPage, shelf: $shelf) }`),
    params: z.object({ shelf: wire.text({ min: 1, max: 100 }) }),
    input: z.object({ filter, ...paging, shelf: loose.optional(loose.text()) }),
    answer: data(),
    summary: 'Say what arrived',
    tags: ['Books'],
  }),
  route({
    method: 'GET',
    path: '/v1/failures/:how',
    operation: operation(
      'query Fail($how: String!, $again: String = "", $twice: Boolean!) { data: fail(how: $how) failTwice(how: $again) @include(if: $twice) }',
    ),
    params: z.object({ how: wire.text() }),
    input: z.object({ again: loose.optional(loose.text()) }),
    variables: ({ again }, { how }) => ({ how, again, twice: again !== undefined }),
    answer: data(),
    summary: 'Fail',
    tags: ['Books'],
  }),
  route({
    method: 'POST',
    path: '/v1/tokens',
    operation: operation('mutation Login($password: String!) { data: login(password: $password) }'),
    input: z.object({ password: wire.text() }),
    status: 201,
    answer: data(),
    public: true,
    refuses: [401],
    summary: 'Log in',
    tags: ['Books'],
  }),
];

export interface Reader {
  name: string;
}

type Options = Partial<RestRouterOptions<string, Reader>>;

/** A server of the example domain on its own port; `log` receives what the server logs. */
export async function startLibrary(
  options: Options = {},
  log?: (line: string) => void,
  serverOptions: ServerOptions = {},
): Promise<FastifyInstance> {
  const logger = log === undefined ? {} : { logger: { level: 'error', stream: { write: log } } };
  const app = createServer({ envelope: errorsAndMeta, ...logger, ...serverOptions });
  const api = restRouter<string, Reader>({
    schema,
    execute: ({ document }, variableValues, contextValue) =>
      execute({ schema, document, rootValue, variableValues, contextValue }),
    authenticate: ({ headers }) => {
      if (headers.authorization !== 'Bearer reader') throw new Unauthenticated();
      return 'reader';
    },
    context: (_request, actor) => ({ name: actor ?? 'anonymous' }),
    errors: (error) =>
      error instanceof Error && error.message.includes('10.0.0.7')
        ? new HttpError(503, 'Try again.', { 'retry-after': '1' })
        : undefined,
    ...options,
  });
  // A route of the host's own.
  app.get('/beside', async () => ({}));
  await app.register(api.plugin, { routes });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}
