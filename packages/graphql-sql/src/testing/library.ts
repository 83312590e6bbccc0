import { testDatabase } from '@channel/prisma/testing';
import { buildSchema, isObjectType, parse } from 'graphql';
import pg from 'pg';
import {
  asNull,
  asOnlyMember,
  asText,
  type Compilation,
  fieldSql,
  fromContext,
  fromPlan,
  type Host,
  inJson,
  linked,
  member,
  plansOf,
  raw,
  related,
  sameRow,
  sql,
  tryCompile,
} from '../index.ts';

/*
 * A schema of another domain: a library whose genres have a text key, whose books have a key of two columns and whose
 * notes have none.
 */

const column = (name: string, type: string, cast: string) => ({
  column: name,
  type,
  cast,
  isList: false,
  isRequired: true,
});
const text = (name: string) => column(name, 'String', 'text');
const int = (name: string) => column(name, 'Int', 'int4');

export const tables = linked(
  {
    Genre: {
      name: 'genre',
      key: ['code'],
      columns: { code: text('code'), title: text('title') },
      relations: {
        books: { to: 'Book', isList: true, own: ['code'], foreign: ['genre_code'] },
      },
    },
    Book: {
      name: 'book',
      key: ['shelf', 'position'],
      columns: {
        shelf: text('shelf'),
        position: int('position'),
        title: text('title'),
        genreCode: text('genre_code'),
        owner: text('owner'),
        price: column('price', 'Decimal', 'numeric'),
        boughtAt: column('bought_at', 'DateTime', 'timestamptz'),
      },
      relations: {
        genre: { to: 'Genre', isList: false, own: ['genre_code'], foreign: ['code'] },
      },
    },
    Reading: {
      name: 'reading "log"',
      key: ['no."1"', 'position'],
      columns: {
        no: int('no."1"'),
        position: int('position'),
        weight: column('weight', 'Float', 'float8'),
        times: { ...column('times', 'DateTime', 'timestamptz'), isList: true },
        pages: column('pages', 'Json', 'jsonb'),
      },
      relations: {},
    },
    Note: { name: 'note', key: [], columns: { text: text('text') }, relations: {} },
  },
  { Book: ['title'] },
);

const TABLES = `
  CREATE TABLE genre (code text PRIMARY KEY, title text NOT NULL);
  CREATE TABLE book (shelf text, position int, title text NOT NULL, genre_code text NOT NULL REFERENCES genre, owner text NOT NULL,
    price numeric NOT NULL, bought_at timestamptz NOT NULL, PRIMARY KEY (shelf, position));
  CREATE TABLE note (text text NOT NULL);
  CREATE TABLE "reading ""log""" ("no.""1""" int, position int, weight float8 NOT NULL, times timestamptz[], pages jsonb NOT NULL,
    PRIMARY KEY ("no.""1""", position));
  INSERT INTO genre VALUES ('crime', 'Crime'), ('poems', 'Poems'), ('none', 'Nothing');
  INSERT INTO book VALUES
    ('a', 1, 'The "First"', 'crime', 'ann', 12.50, '2026-01-02T03:04:05Z'), ('a', 2, 'Second', 'poems', 'bob', 3, '2026-02-02T00:00:00Z'),
    ('b', 1, 'Third', 'crime', 'bob', 7.10, '2026-03-02T00:00:00Z');
  INSERT INTO note VALUES ('a note');
  INSERT INTO "reading ""log""" VALUES
    (1, 1, 1e-5, '{2026-01-02T03:04:05Z,2026-01-03T00:00:00.5Z}', '[{"from": 1, "marks": [1, "a"]}]'),
    (1, 2, 1e21, '{}', 'null'), (2, 1, 123456789012345680000, NULL, '[]'), (2, 2, 5e-324, NULL, '[]'), (2, 3, 0.1, NULL, '[]');
`;

export const schema = buildSchema(`
  enum WireForm { TEXT NULL ONLY_MEMBER }
  enum WireNullForm { EMPTY_TEXT }
  directive @wire(as: WireForm, nullAs: WireNullForm) on FIELD
  scalar Decimal
  scalar DateTime
  type Query {
    genres: [Genre!]! books(take: Int, skip: Int, title: String): [Book!]! book(shelf: String!, position: Int!): Book!
    titleOf(shelf: String!, position: Int!): String! booksMeta(title: String): Meta! shelves: [String!]! notes: [Note!]! readings: [Reading!]! priceOf(shelf: String!, position: Int!): Decimal!
  }
  type Mutation { rename(shelf: String!, position: Int!, title: String!): Book! }
  type Subscription { added: Book! }
  type Genre { code: String! title: String! books: [Book!]! }
  type Book {
    shelf: String! position: Int! title: String! price: Decimal! boughtAt: DateTime! genre: Genre! ownGenre: Genre firstGenre: Genre subtitle(of: Int): String
    computed: String! secret: String! lender: String
  }
  type Reading { no: Int! weight: Float! times: [DateTime!] pages: [Pages!] raw: Json shown: Shown }
  type Pages { from: Int! marks: [Json!]! }
  interface Shown { no: Int! }
  scalar Json
  type Meta { total: Int! page: Int! perPage: Int! }
  type Note { text: String! }
`);

export type Context = { db: pg.Client; user: string | null };

const plans = plansOf<Context, pg.Client>();
const columnField = (field: string) => fieldSql((row) => ({ value: member(row, field) }));
const bookOf = ({ shelf, position }: { shelf: string; position: number }) => ({ where: { shelf, position } });
const matching = ({ title }: { title?: string }) => (title === undefined ? {} : { title: { contains: title } });

const extensions: Record<string, Record<string, object>> = {
  Query: {
    genres: plans.list('Genre', () => ({ where: {}, orderBy: { title: 'desc' } })),
    books: plans.list('Book', ({ take, skip, ...args }: { take?: number; skip?: number; title?: string }) => ({
      where: matching(args),
      orderBy: [{ position: 'asc' }, { shelf: 'desc' }],
      ...(take === undefined ? {} : { take }),
      ...(skip === undefined ? {} : { skip }),
    })),
    book: plans.one('Book', bookOf),
    titleOf: plans.value('Book', 'title', bookOf),
    booksMeta: plans.meta('Book', (args: { title?: string }) => ({ where: matching(args), page: 1, perPage: 2 })),
    shelves: plans.statement(
      ({ newAlias, list }) =>
        list(
          { kind: 'values', values: { value: raw('s.shelf') }, newAlias },
          sql`(SELECT DISTINCT shelf FROM book WHERE position >= ${fromPlan('least', 'int')}) s`,
          raw('s.shelf'),
        ),
      () => ({ least: 1 }),
      undefined,
      { subjects: { book: sql`ARRAY[${fromPlan('least', 'int')}]` } },
    ),
    notes: plans.list('Note', () => ({ where: {} })),
    readings: plans.list('Reading', () => ({ where: {}, orderBy: [{ no: 'asc' }, { position: 'asc' }] })),
    priceOf: plans.value('Book', 'price', bookOf),
  },
  Mutation: {
    rename: plans.write('Book', async (args: { shelf: string; position: number; title: string }, { db }, answer) => {
      await db.query('BEGIN');
      try {
        const values = [args.title, args.shelf, args.position];
        await db.query('UPDATE book SET title = $1 WHERE shelf = $2 AND position = $3', values);
        // Outside of a transaction, a condition on titles would be found first.
        const answered = await answer(db, { where: { ...bookOf(args).where, title: { contains: args.title } } });
        await db.query('COMMIT');
        return answered;
      } catch (error) {
        await db.query('ROLLBACK');
        throw error;
      }
    }),
  },
  Genre: {
    code: columnField('code'),
    title: columnField('title'),
    books: fieldSql((row) => ({ rows: related(row, 'books', { orderBy: [{ shelf: 'asc' }, { position: 'asc' }] }) })),
  },
  Book: {
    shelf: columnField('shelf'),
    position: columnField('position'),
    title: columnField('title'),
    price: columnField('price'),
    boughtAt: columnField('boughtAt'),
    genre: fieldSql((row) => ({ rows: related(row, 'genre') })),
    // As Pothos declares a relation that takes some of its rows.
    firstGenre: {
      pothosPrismaRelationField: { name: 'genre' },
      pothosPrismaSelect: () => ({ select: { genre: { take: 1 } } }),
    },
    // As Pothos declares a relation whose condition depends on the context.
    ownGenre: {
      pothosPrismaRelationField: { name: 'genre' },
      pothosPrismaSelect: () => ({
        select: { genre: (_args: object, { user }: Context) => ({ where: { books: { some: { owner: user } } } }) },
      }),
    },
    subtitle: columnField('title'),
    lender: fieldSql(() => ({ value: fromContext('lender', 'text') })),
    // As Pothos keeps the options of a field.
    secret: { ...columnField('title'), pothosOptions: { authScopes: { staff: true } } },
  },
  Meta: { total: columnField('total'), page: columnField('page'), perPage: columnField('perPage') },
  Reading: {
    no: columnField('no'),
    weight: columnField('weight'),
    times: columnField('times'),
    pages: fieldSql((row) => ({ value: member(row, 'pages') })),
    // As Pothos exposes a column.
    raw: { pothosExposedField: 'pages' },
    shown: sameRow(),
  },
  Pages: { from: inJson('from'), marks: inJson('marks') },
  Note: { text: columnField('text') },
};

for (const [type, fields] of Object.entries(extensions)) {
  const found = schema.getType(type);
  for (const [field, given] of Object.entries(fields))
    if (isObjectType(found)) Object.assign(found.getFields()[field] ?? {}, { extensions: given });
}

const wire = {
  forms: { TEXT: asText, NULL: asNull, ONLY_MEMBER: asOnlyMember },
  nullForms: { EMPTY_TEXT: { description: 'An empty text.', value: () => '' } },
};

export type Sent = { text: string; name: string | undefined };

export type Library = {
  context: Context;
  host: Host<Context, pg.Client>;
  /** The statements that were sent. */
  sent: Sent[];
  compiled(document: string): Compilation<Context>;
  /** The answer of the compiled operation, as text. */
  answer(document: string, variables?: object): Promise<string | undefined>;
  close(): Promise<void>;
};

/** The library in a database of its own. */
export async function openLibrary(): Promise<Library> {
  const database = await testDatabase();
  const db = new pg.Client({ connectionString: database.connectionString });
  await db.connect();
  await db.query(TABLES);
  const sent: Sent[] = [];
  const context: Context = { db, user: 'ann' };
  const host: Host<Context, pg.Client> = {
    schema,
    tables,
    wire,
    scalars: {
      Decimal: { format: (value) => sql`trim_scale(${value})` },
      DateTime: { format: (value) => sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
    },
    databaseOf: (of) => of.db,
    async query(client, { name, text, values }) {
      sent.push({ text, name });
      const { rows } = await client.query<(string | null)[]>({ text, values, rowMode: 'array' });
      return rows.map((row) => row.map((value) => (value === null ? null : Buffer.from(value))));
    },
    async queryInSnapshot(client, first, next) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const rows = await host.query(client, next(await host.query(client, first)));
      await client.query('COMMIT');
      return rows;
    },
    mayRead: ({ user }) => user !== null,
    valuesOf: () => ({}),
    sample: { user: '' },
  };
  const known = new Map<string, Compilation<Context>>();
  const compiled = (document: string) => {
    const compilation = known.get(document) ?? tryCompile(parse(document), host);
    known.set(document, compilation);
    return compilation;
  };
  return {
    context,
    host,
    sent,
    compiled,
    async answer(document, variables = {}) {
      const compilation = compiled(document);
      if ('refused' in compilation) throw new Error(compilation.refused);
      const fields = await compilation.compiled.run({ ...variables }, context);
      return fields && `{${Object.entries(fields.json).map(([key, json]) => `"${key}":${json}`)}}`;
    },
    async close() {
      await db.end();
      await database.drop();
    },
  };
}
