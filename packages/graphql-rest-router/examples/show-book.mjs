import { GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { createServer, data, loadOperation, restRouter, route, Unauthenticated, wire } from 'graphql-rest-router';
import { z } from 'zod';

const books = new Map([[1, { id: 1, title: 'Engines', publishedOn: '1843-09-01' }]]);

const Book = new GraphQLObjectType({
  name: 'Book',
  fields: { id: { type: GraphQLInt }, title: { type: GraphQLString }, publishedOn: { type: GraphQLString } },
});
const Query = new GraphQLObjectType({
  name: 'Query',
  fields: {
    book: {
      type: Book,
      args: { id: { type: new GraphQLNonNull(GraphQLInt) } },
      resolve: (_, { id }) => books.get(id),
    },
  },
});

const showBook = route({
  method: 'GET',
  path: '/v1/books/:book',
  operation: loadOperation(
    'query ShowBook($book: Int!) { data: book(id: $book) { id title published_on: publishedOn } }',
  ),
  params: z.object({ book: wire.pathId() }),
  answer: data(),
  summary: 'Show a book',
});

const api = restRouter({
  schema: new GraphQLSchema({ query: Query }),
  authenticate: ({ headers }) => {
    if (headers.authorization !== 'Bearer reader') throw new Unauthenticated();
    return 'reader';
  },
  context: (_request, reader) => ({ reader }),
});

const app = createServer();
await app.register(api.plugin, { routes: [showBook] });
const address = await app.listen({ port: 0, host: '127.0.0.1' });

const headers = { authorization: 'Bearer reader' };
for (const path of ['/v1/books/1', '/v1/books/2']) {
  const answer = await fetch(address + path, { headers });
  console.log(answer.status, await answer.text());
}
await app.close();
