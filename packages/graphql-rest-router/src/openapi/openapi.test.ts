import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../index.ts';
import { at } from '../testing/at.ts';
import { clientOf, type Received, type Sent } from '../testing/http.ts';
import { startLibrary } from '../testing/library.ts';
import { libraryDocument } from '../testing/library-openapi.ts';

const document = libraryDocument({ exact: true });
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'library', ...document });

/** The violations of the document by an answer; an operation or status that the document lacks is a violation too. */
function violations(method: string, path: string, { status, json }: Received): unknown {
  const operation = at(document, 'paths', path, method === 'QUERY' ? 'x-query' : method.toLowerCase());
  const described = at(operation, 'responses', status);
  const name = String(at(described, '$ref') ?? '')
    .split('/')
    .pop();
  const response = at(document, 'components', 'responses', name ?? '') ?? described;
  if (response === undefined) return `no response ${status} of ${method} ${path}`;
  const schema = at(response, 'content', 'application/json', 'schema');
  if (schema === undefined) return json === undefined ? null : 'a body without a schema';
  const text = JSON.stringify(schema).replaceAll('#/components', 'library#/components');
  const validate = ajv.compile(JSON.parse(text));
  return validate(json) ? null : validate.errors;
}

describe('the document of a table', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await startLibrary();
  });
  afterAll(() => app.close());

  it.each<[number, string, string, string, Sent?]>([
    [200, 'GET', '/v1/books', '/v1/books'],
    [200, 'QUERY', '/v1/books', '/v1/books', { body: { filter: { title: 'L' } } }],
    [200, 'GET', '/v1/books/{book}', '/v1/books/1'],
    [200, 'GET', '/v1/books/{book}', '/v1/books/2'],
    [200, 'GET', '/v1/books/{book}', '/v1/books/3'],
    [200, 'PUT', '/v1/books/{book}', '/v1/books/3', { body: { title: 'x' } }],
    [200, 'PATCH', '/v1/books/{book}', '/v1/books/3', { body: { title: 'x' } }],
    [201, 'POST', '/v1/books', '/v1/books', { body: { title: 'x' } }],
    [204, 'DELETE', '/v1/books/{book}', '/v1/books/3'],
    [200, 'GET', '/v1/titles', '/v1/titles'],
    [201, 'POST', '/v1/tokens', '/v1/tokens', { body: { password: 'right' } }],
    [401, 'POST', '/v1/tokens', '/v1/tokens', { body: { password: 'wrong' } }],
    [401, 'GET', '/v1/books', '/v1/books', { headers: { authorization: undefined } }],
    [404, 'GET', '/v1/books/{book}', '/v1/books/99'],
    [422, 'POST', '/v1/books', '/v1/books', { body: { title: 'invalid', small: 'x' } }],
    [409, 'PUT', '/v1/books/{book}', '/v1/books/1', { body: { title: 'conflict' } }],
    [400, 'POST', '/v1/books', '/v1/books', { raw: '{' }],
    [415, 'POST', '/v1/books', '/v1/books', { raw: '{', headers: { 'content-type': 'text/xml' } }],
    [500, 'POST', '/v1/books', '/v1/books', { body: { title: 'bug' } }],
  ])('describes the answer %i of %s %s', async (status, method, path, address, sent) => {
    const received = await clientOf(app)(method, address, sent);
    expect(received.status).toBe(status);
    expect(violations(method, path, received)).toBeNull();
  });

  it('rejects an answer of another shape', async () => {
    const received = await clientOf(app)('GET', '/v1/books/1');
    for (const json of [
      { data: null },
      { data: { ...Object(at(received.json, 'data')), extra: 1 } },
      { data: { id: 1 } },
      {},
      [],
    ]) {
      expect(violations('GET', '/v1/books/{book}', { ...received, json })).not.toBeNull();
    }
  });

  it('publishes the input of GET as flat parameters, as a body and for QUERY', () => {
    const get = at(document, 'paths', '/v1/books', 'get');
    const names = at(get, 'parameters') as { name?: string; required?: boolean }[];
    expect(names.flatMap(({ name }) => name ?? [])).toEqual([
      'filter[title]',
      'filter[author_ids]',
      'filter[published_on][start]',
      'filter[published_on][end]',
      'filter[tags][]',
      'filter[is_new]',
      'filter[year]',
      'page',
      'per_page',
    ]);
    const schema = { $ref: '#/components/schemas/ListBooksInput' };
    expect(at(get, 'x-get-body', 'content', 'application/json', 'schema')).toEqual(schema);
    expect(at(get, 'requestBody')).toBeUndefined();
    expect(
      at(document, 'paths', '/v1/books', 'x-query', 'requestBody', 'content', 'application/json', 'schema'),
    ).toEqual(schema);
    expect(at(document, 'paths', '/v1/books/{book}', 'x-query')).toBeUndefined();
    expect(at(document, 'components', 'schemas', 'ListBooksInput', 'properties', 'per_page')).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 20,
    });
  });

  it('marks public routes and open facts', () => {
    expect(at(document, 'paths', '/v1/titles', 'get', 'security')).toEqual([]);
    expect(at(document, 'paths', '/v1/titles', 'get', 'responses', 401)).toBeUndefined();
    expect(at(document, 'paths', '/v1/books', 'get', 'x-open-fact')).toBe('page-defaults');
    expect(at(document, 'paths', '/v1/books/{book}', 'patch', 'operationId')).toBe('SaveBookPatch');
  });

  it('is deterministic, and includes the additions of the host', () => {
    const language = { name: 'X-Lang', in: 'header', description: 'A language.', schema: { type: 'string' } };
    const options = {
      parameters: [{ name: 'X-Lang', content: language }],
      headers: [{ name: 'Content-Language', content: { schema: { type: 'string' } }, where: (row: Route) => row.etag }],
      bearer: 'Log in first.',
    };
    const [first, second] = [libraryDocument(options), libraryDocument(options)];
    expect(JSON.stringify(first)).toBe(JSON.stringify(second));
    expect(at(first, 'paths', '/v1/titles', 'get', 'parameters')).toContainEqual({
      $ref: '#/components/parameters/X-Lang',
    });
    expect(at(first, 'paths', '/v1/titles', 'get', 'responses', 200, 'headers', 'Content-Language')).toEqual({
      $ref: '#/components/headers/Content-Language',
    });
    expect(at(first, 'components', 'parameters', 'X-Lang')).toEqual(language);
    expect(at(first, 'components', 'securitySchemes', 'bearer')).toMatchObject({ description: 'Log in first.' });
  });
});
