import {
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
} from 'graphql';
import { compile, fieldSql, linked, member, plansOf, related } from 'graphql-sql';
import pg from 'pg';

/** @typedef {{ db: pg.Client }} Context the context of a request */

// The tables: their keys, columns and relations.
/** @type {(name: string, type: string, cast: string) => import('graphql-sql').Column} */
const column = (name, type, cast) => ({ column: name, type, cast, isList: false, isRequired: true });
const tables = linked({
  Author: {
    name: 'author',
    key: ['id'],
    columns: { id: column('id', 'Int', 'int4'), name: column('name', 'String', 'text') },
    relations: { books: { to: 'Book', isList: true, own: ['id'], foreign: ['author_id'] } },
  },
  Book: {
    name: 'book',
    key: ['isbn'],
    columns: { isbn: column('isbn', 'String', 'text'), title: column('title', 'String', 'text') },
    relations: {},
  },
});

// The schema: an SQL resolver for each field, and a plan for each root field. Columns and relations of Pothos need none.
/** @param {string} name */
const text = (name) => ({
  type: new GraphQLNonNull(GraphQLString),
  extensions: fieldSql((row) => ({ value: member(row, name) })),
});
/** @param {GraphQLObjectType} type */
const listOf = (type) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));
const Book = new GraphQLObjectType({ name: 'Book', fields: { title: text('title') } });
const Author = new GraphQLObjectType({
  name: 'Author',
  fields: {
    name: text('name'),
    books: {
      type: listOf(Book),
      extensions: fieldSql((row) => ({ rows: related(row, 'books', { orderBy: { title: 'asc' } }) })),
    },
  },
});
/** @type {(args: { first?: number, name?: string }) => import('graphql-sql').RowsPlan} */
const authorsPlan = ({ first = 100, name }) => ({
  where: name === undefined ? {} : { name: { contains: name, mode: 'insensitive' } },
  orderBy: { name: 'asc' },
  take: first,
});
/** @type {ReturnType<typeof plansOf<Context, pg.Client>>} */
const plans = plansOf();
const Query = new GraphQLObjectType({
  name: 'Query',
  fields: {
    authors: {
      type: listOf(Author),
      args: { first: { type: GraphQLInt }, name: { type: GraphQLString } },
      extensions: plans.list('Author', authorsPlan),
    },
  },
});

// The host: how a statement is sent. A program with a pool of connections prepares statements under their names.
/** @type {import('graphql-sql').Host<Context, pg.Client>['query']} */
const query = async (db, { text, values }) => {
  const { rows } = await db.query({ text, values, rowMode: 'array' });
  return rows.map((row) => row.map((value) => (value === null ? null : Buffer.from(value))));
};
/** @type {import('graphql-sql').Host<Context, pg.Client>} */
const host = {
  schema: new GraphQLSchema({ query: Query }),
  tables,
  scalars: {},
  wire: { forms: {}, nullForms: {} },
  databaseOf: ({ db }) => db,
  query,
  async queryInSnapshot(db, first, next) {
    await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      return await query(db, next(await query(db, first)));
    } finally {
      await db.query('COMMIT');
    }
  },
  mayRead: () => true,
  valuesOf: () => ({}),
  sample: {},
};

// Once, at start.
const document = parse('query ($name: String) { authors(name: $name, first: 10) { name works: books { title } } }');
const authors = compile(document, host);

// For each request.
const db = new pg.Client({ connectionString: process.env.DATABASE_URL });
await db.connect();
await db.query(`
  CREATE TEMP TABLE author (id int PRIMARY KEY, name text NOT NULL);
  CREATE TEMP TABLE book (isbn text PRIMARY KEY, title text NOT NULL, author_id int NOT NULL REFERENCES author);
  INSERT INTO author VALUES (1, 'Ursula Le Guin'), (2, 'Stanisław Lem');
  INSERT INTO book VALUES ('a', 'The Dispossessed', 1), ('b', 'Solaris', 2), ('c', 'Malafrena', 1)`);
const answer = await authors.run({ name: 'GUIN' }, { db });
console.log(String(answer?.authors));
await db.end();
