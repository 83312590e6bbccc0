import { buildSchema, valueFromASTUntyped } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  bare,
  data,
  loadOperation,
  type OpenApiOptions,
  openapi,
  type Route,
  type RouteOptions,
  route,
  type Webhook,
  wire,
} from '../index.ts';
import { at } from '../testing/at.ts';

describe('derives a document', () => {
  const schema = buildSchema(`
    directive @wire(as: String!) on FIELD
    scalar Json
    interface Node { id: ID! }
    "It purrs."
    type Cat implements Node { id: ID!, "In decibels." purr: Float, kittens: [[Cat]!], mood: Mood! }
    "How it feels."
    enum Mood { MILD "Beware." WILD }
    type Dog implements Node { id: ID!, bark: Int!, owner: Json }
    input CatInput { "When it was born." born: Period, died: Period }
    "Some days."
    input Period { "The first." start: String }
    type Query { node: Node, cat: Cat!, cats: [Cat!]!, find("In decibels, at least." louderThan: Int, cat: CatInput): Cat }
  `);
  const rows = (source: string, more: Partial<RouteOptions<z.ZodObject, z.ZodObject>> = {}) => [
    route({ method: 'GET', path: '/x', operation: loadOperation(source), answer: bare('x'), summary: 'X', ...more }),
  ];
  const publish = (routes: readonly Route[], options: Partial<OpenApiOptions> = {}) =>
    openapi({ schema, routes, info: {}, servers: [], tags: [], ...options });
  const documentOf = (source: string, options: Partial<OpenApiOptions> = {}) => publish(rows(source), options);
  const shapeIn = (made: unknown) =>
    at(made, 'paths', '/x', 'get', 'responses', 200, 'content', 'application/json', 'schema');

  it('with nullability, nested lists and descriptions', () => {
    expect(shapeIn(documentOf('query Q { x: cat { id loud: purr kittens { __typename } } }'))).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        loud: { type: ['number', 'null'], description: 'In decibels.' },
        kittens: {
          type: ['array', 'null'],
          items: {
            type: 'array',
            items: {
              type: ['object', 'null'],
              properties: { __typename: { type: 'string', const: 'Cat' } },
              required: ['__typename'],
            },
          },
        },
      },
      required: ['id', 'loud', 'kittens'],
    });
  });

  it('with optional members for conditional directives', () => {
    const source =
      'query Q($a: Boolean = true) { x: cat { id @include(if: $a) ... @skip(if: $a) { purr } ...F @include(if: $a) } } fragment F on Cat { purr kittens { id } }';
    expect(shapeIn(documentOf(source))).not.toHaveProperty('required');
    const twice = 'query Q($a: Boolean = true) { x: cat { id @include(if: $a) id } }';
    expect(shapeIn(documentOf(twice))).toHaveProperty('required', ['id']);
  });

  it('with one form for each possible type', () => {
    expect(shapeIn(documentOf('query Q { x: node { id ... on Dog { bark } } }'))).toMatchObject({
      anyOf: [{ required: ['id'] }, { required: ['id', 'bark'] }],
    });
  });

  it('with field schemas that the host changes', () => {
    const parents = new Set<string>();
    const options: Partial<OpenApiOptions> = {
      shapeOf: ({ node, parent, definition }, shape) => {
        const form = node.directives?.find(({ name }) => name.value === 'wire')?.arguments?.[0];
        parents.add(`${parent.name}.${definition.name}`);
        return form && valueFromASTUntyped(form.value) === 'TEXT' ? { ...shape, type: 'string' } : undefined;
      },
    };
    expect(shapeIn(documentOf('query Q { x: cat { purr @wire(as: "TEXT") } }', options))).toMatchObject({
      properties: { purr: { type: 'string', description: 'In decibels.' } },
    });
    expect([...parents].sort()).toEqual(['Cat.purr', 'Query.cat']);
  });

  it('or throws for an unknown scalar, a fragment with two definitions, a duplicate id and an undescribed tag', () => {
    expect(() => documentOf('query Q { x: node { ... on Dog { owner } } }')).toThrow(
      'The scalar Json needs a JSON schema.',
    );
    const of = (fields: string, path: string, id: string) =>
      rows(`query Q { x: cat { ...F } } fragment F on Cat { ${fields} }`, { path, id });
    expect(() => publish([...of('id', '/a', 'A'), ...of('purr', '/b', 'B')])).toThrow(
      'The schema F has two different definitions.',
    );
    expect(() => publish([...of('id', '/a', 'A'), ...of('id', '/b', 'A')])).toThrow(
      '/b: the operation id A exists twice.',
    );
    expect(() => publish(rows('query Q { x: cat { id } }', { tags: ['Cats'] }))).toThrow(
      '/x: the tag "Cats" is not described.',
    );
  });

  it('with components for fragments, alone or extended, and for enumerations', () => {
    const source =
      'query Q { x: cat { ...F loud: purr mood } } fragment F on Cat { id kittens { ...G } } fragment G on Cat { id }';
    const made = documentOf(source);
    expect(shapeIn(made)).toEqual({
      allOf: [
        { $ref: '#/components/schemas/F' },
        {
          type: 'object',
          properties: {
            loud: { type: ['number', 'null'], description: 'In decibels.' },
            mood: { $ref: '#/components/schemas/Mood' },
          },
          required: ['loud', 'mood'],
        },
      ],
    });
    expect(at(made, 'components', 'schemas', 'Mood')).toEqual({
      type: 'string',
      enum: ['MILD', 'WILD'],
      description: 'How it feels.\n\n- `WILD`: Beware.',
    });
    expect(at(made, 'components', 'schemas', 'G')).toMatchObject({ required: ['id'], description: 'It purrs.' });
    const exact = documentOf(source, { exact: true });
    expect(shapeIn(exact)).toMatchObject({ required: ['id', 'kittens', 'loud', 'mood'], additionalProperties: false });
    const twice = documentOf('query Q { x: cat { ...F kittens { purr } } } fragment F on Cat { kittens { id } }');
    expect(at(shapeIn(twice), 'properties', 'kittens', 'items', 'items')).toMatchObject({
      type: ['object', 'null'],
      required: ['id', 'purr'],
    });
  });

  it('with request members described by the arguments, then by the route', () => {
    const day = wire.optional(wire.date().describe('A day.'));
    const period = z.object({ start: day }).meta({ title: 'Period' });
    const input = z.object({
      loud: wire.optional(wire.int()),
      born: wire.optional(period),
      died: wire.optional(period.describe('Both ends.')),
      other: wire.optional(wire.text().describe('Kept.')),
      all: wire.optional(z.object({ alive: z.object({ at: day }).describe('Alive.') }).describe('Of all.')),
    });
    const source = 'query Q($loud: Int, $input: CatInput) { data: find(louderThan: $loud, cat: $input) { id } }';
    const made = publish(rows(source, { answer: data(), input, variables: () => ({}) }));
    const schemas = at(made, 'components', 'schemas');
    expect(at(schemas, 'QInput', 'properties')).toMatchObject({
      loud: { type: 'integer', description: 'In decibels, at least.' },
      born: { $ref: '#/components/schemas/Period', description: 'When it was born.' },
      died: { $ref: '#/components/schemas/Period', description: 'Both ends.' },
      other: { type: 'string', description: 'Kept.' },
    });
    expect(at(schemas, 'Period')).toEqual({
      type: 'object',
      properties: { start: { type: 'string', format: 'date', description: 'The first. A day.' } },
      description: 'Some days.',
    });
    expect(at(made, 'paths', '/x', 'get', 'parameters')).toMatchObject([
      { name: 'loud' },
      { name: 'born[start]', description: 'The first. A day.', schema: { type: 'string', format: 'date' } },
      { name: 'died[start]' },
      { name: 'other' },
      { name: 'all[alive][at]', description: 'Alive. A day.' },
      { $ref: '#/components/parameters/If-None-Match' },
    ]);
  });

  it('with webhooks, whose bodies are derived from documents', () => {
    const webhook: Webhook = {
      name: 'cat-born',
      id: 'CatBorn',
      summary: 'A cat was born',
      description: 'Sent at once.',
      headers: [{ name: 'X-Id', in: 'header', schema: { type: 'string' } }],
      answers: { '2XX': 'Taken.' },
      body: (rootShape) => ({
        type: 'object',
        properties: { cat: rootShape(loadOperation('query Q { found: find { id purr } }'), 'found') },
      }),
    };
    const source = 'query Q { x: cat { id } }';
    expect(at(documentOf(source, { webhooks: [webhook] }), 'webhooks', 'cat-born', 'post')).toEqual({
      operationId: 'CatBorn',
      summary: 'A cat was born',
      description: 'Sent at once.',
      security: [],
      parameters: webhook.headers,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                cat: {
                  type: 'object',
                  properties: {
                    id: { type: 'string' },
                    purr: { type: ['number', 'null'], description: 'In decibels.' },
                  },
                  required: ['id', 'purr'],
                },
              },
            },
          },
        },
      },
      responses: { '2XX': { description: 'Taken.' } },
    });
    expect(documentOf(source)).not.toHaveProperty('webhooks');
    expect(() => documentOf(source, { webhooks: [{ ...webhook, id: 'Q' }] })).toThrow(
      'the operation id Q exists twice',
    );
    expect(() => documentOf(source, { webhooks: [{ ...webhook, tags: ['Cats'] }] })).toThrow('is not described');
  });

  it('with lists of objects only in the body', () => {
    const input = z.object({
      tags: wire.optional(wire.list(z.object({ key: wire.text() }))),
      ids: wire.optional(wire.list(wire.id())),
      either: wire.optional(wire.list(z.union([z.object({ key: wire.text() }), wire.text()]))),
      any: wire.nullable(wire.text()),
    });
    const made = publish(rows('query Q { data: cat { id } }', { answer: data(), input, variables: () => ({}) }));
    expect(at(made, 'paths', '/x', 'get', 'parameters')).toMatchObject([
      { name: 'ids[]' },
      { name: 'either[]', schema: { type: 'array', items: { type: 'string' } } },
      { name: 'any', schema: { type: 'string' } },
      { $ref: '#/components/parameters/If-None-Match' },
    ]);
  });
});
