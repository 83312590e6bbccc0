import {
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
  specifiedDirectives,
} from 'graphql';
import { compile, fieldSql, linked, member, plansOf, related, sql, wireDirective } from 'graphql-sql';
import pg from 'pg';

/** @typedef {pg.Pool | pg.PoolClient} Db the connections, or the one of a transaction */
/** @typedef {{ pool: pg.Pool }} Context the context of a request */

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
/** @type {import('graphql-sql').Write<{ id: number, name: string }, import('graphql-sql').RowsPlan, Context, Db>} */
const renameAuthor = async ({ id, name }, { pool }, answer) => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('UPDATE author SET name = $2 WHERE id = $1', [id, name]);
    // Reads the answer in the same transaction.
    const answered = await answer(client, { where: { id } });
    await client.query('COMMIT');
    return answered;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
};
/** @type {ReturnType<typeof plansOf<Context, Db>>} */
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
const Mutation = new GraphQLObjectType({
  name: 'Mutation',
  fields: {
    renameAuthor: {
      type: new GraphQLNonNull(Author),
      args: { id: { type: new GraphQLNonNull(GraphQLInt) }, name: { type: new GraphQLNonNull(GraphQLString) } },
      extensions: plans.write('Author', renameAuthor),
    },
  },
});

// Formats that a document may request with @wire, in JavaScript for executed answers and in SQL.
/** @type {import('graphql-sql').WireForms} */
const wire = {
  forms: {
    UPPER_CASE: {
      description: 'In upper case.',
      format: (value) => String(value).toUpperCase(),
      sql: { scalars: ['String'], format: (value) => sql`upper(${value})` },
    },
  },
  nullForms: {},
};

// The host: how statements are sent. Postgres prepares those that have a name.
/** @type {import('graphql-sql').Host<Context, Db>['query']} */
const query = async (db, { name, text, values }) => {
  const { rows } = await db.query({ ...(name ? { name } : {}), text, values, rowMode: 'array' });
  return rows.map((row) => row.map((value) => (value === null ? null : Buffer.from(value))));
};
/** @type {import('graphql-sql').Host<Context, Db>} */
const host = {
  schema: new GraphQLSchema({
    query: Query,
    mutation: Mutation,
    directives: [...specifiedDirectives, wireDirective(wire)],
  }),
  tables,
  scalars: {},
  wire,
  databaseOf: ({ pool }) => pool,
  query,
  async queryInSnapshot(db, first, next) {
    if (!(db instanceof pg.Pool)) return query(db, next(await query(db, first)));
    const client = await db.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return await query(client, next(await query(client, first)));
    } finally {
      await client.query('COMMIT');
      client.release();
    }
  },
  mayRead: () => true,
  valuesOf: () => ({}),
  sample: {},
};

// Once, at start.
const authors = compile(
  parse('query ($name: String) { authors(name: $name, first: 10) { name works: books { title } } }'),
  host,
);
const rename = compile(
  parse('mutation ($id: Int!, $name: String!) { renameAuthor(id: $id, name: $name) { name @wire(as: UPPER_CASE) } }'),
  host,
);

// For each request.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });
await pool.query(`
  CREATE TEMP TABLE author (id int PRIMARY KEY, name text NOT NULL);
  CREATE TEMP TABLE book (isbn text PRIMARY KEY, title text NOT NULL, author_id int NOT NULL REFERENCES author);
  INSERT INTO author VALUES (1, 'Ursula Le Guin'), (2, 'Stanisław Lem');
  INSERT INTO book VALUES ('a', 'The Dispossessed', 1), ('b', 'Solaris', 2), ('c', 'Malafrena', 1)`);
const found = await authors.run({ name: 'GUIN' }, { pool });
console.log(String(found?.json.authors));
const renamed = await rename.run({ id: 2, name: 'S. Lem' }, { pool });
console.log(String(renamed?.json.renameAuthor));
await pool.end();
