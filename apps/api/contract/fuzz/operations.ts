import { nounOf, singular } from './nouns.ts';

/* The requests and answers of the OpenAPI document, in the form that the fuzzer needs. */

export type Node = { readonly [member: string]: unknown };
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

export type Parameter = { name: string; schema: unknown };

export type Operation = {
  /** `PATCH /v1/orders/{order}`; a GET and its QUERY form are two operations. */
  name: string;
  method: string;
  template: string;
  path: readonly Parameter[];
  query: readonly Parameter[];
  /** Names of the headers that the operation takes. */
  headers: readonly string[];
  /** Schema of the JSON body; undefined without a body. */
  body: unknown;
  example: unknown;
};

export type Description = {
  document: Readonly<Record<string, unknown>>;
  operations: readonly Operation[];
  resolve(schema: unknown): unknown;
  /** Other nouns for the ids of a member's noun: `driver` → `user`, `pickup` → `transfer`. */
  kinds: ReadonlyMap<string, ReadonlySet<string>>;
};

export function describedBy(document: Description['document']): Description {
  const resolve = (node: unknown): unknown => {
    const reference = isNode(node) ? node.$ref : undefined;
    if (typeof reference !== 'string') return node;
    const steps = reference.split('/').slice(1);
    return steps.reduce<unknown>((inner, step) => (isNode(inner) ? inner[step] : undefined), document);
  };
  const operations = Object.entries(isNode(document.paths) ? document.paths : {}).flatMap(([template, item]) =>
    Object.entries(isNode(item) ? item : {}).flatMap(([method, operation]) =>
      isNode(operation)
        ? [operationOf(method === 'x-query' ? 'QUERY' : method.toUpperCase(), template, operation, resolve)]
        : [],
    ),
  );
  return { document, operations, resolve, kinds: kindsOf(document) };
}

function operationOf(method: string, template: string, operation: Node, resolve: Description['resolve']): Operation {
  const parameters = nodes(operation.parameters).map(resolve).filter(isNode);
  const placed = (place: string) =>
    parameters.flatMap(({ name, schema, in: at }) => (at === place ? [{ name: String(name), schema }] : []));
  const held = [operation.requestBody, operation['x-get-body']].map(resolve).find(isNode);
  const content = isNode(held?.content) ? held.content['application/json'] : undefined;
  return {
    name: `${method} ${template}`,
    method,
    template,
    path: placed('path'),
    query: placed('query'),
    headers: placed('header').map(({ name }) => name),
    body: isNode(content) ? content.schema : undefined,
    example: isNode(content) ? content.example : undefined,
  };
}

/** A member `driver` that refers to `UserSummary` shows that the id of a driver is that of a user. */
function kindsOf(document: unknown): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  const learn = (member: string, schema: unknown) => {
    for (const name of referencesOf(schema)) {
      const kind = singular((/^[A-Z][a-z]+/.exec(name)?.[0] ?? name).toLowerCase());
      const noun = nounOf([member, 'id']);
      kinds.set(noun, (kinds.get(noun) ?? new Set()).add(kind));
    }
  };
  const walk = (node: unknown) => {
    if (Array.isArray(node)) for (const entry of node) walk(entry);
    if (!isNode(node)) return;
    if (isNode(node.properties)) for (const [member, schema] of Object.entries(node.properties)) learn(member, schema);
    for (const inner of Object.values(node)) walk(inner);
  };
  walk(document);
  for (const [template, item] of Object.entries(isNode(document) && isNode(document.paths) ? document.paths : {}))
    learn(rootOf(template), isNode(item) ? item.get : undefined);
  return kinds;
}

/** Names of the schemas that a member refers to: directly, as a list, or as one of several forms. */
function referencesOf(schema: unknown): string[] {
  if (!isNode(schema)) return [];
  if (typeof schema.$ref === 'string') return [schema.$ref.split('/').pop() ?? ''];
  const inner = [schema.items, ...nodes(schema.anyOf), ...nodes(schema.allOf)];
  const answered = isNode(schema.responses) ? schema.responses['200'] : undefined;
  const content = isNode(answered) && isNode(answered.content) ? answered.content['application/json'] : undefined;
  const body = isNode(content) && isNode(content.schema) ? content.schema.properties : undefined;
  return [...inner, ...(isNode(body) ? [body.data] : [])].flatMap(referencesOf);
}

/** The resource of an answer: the last fixed segment of its path. */
export const rootOf = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .pop() ?? '';
