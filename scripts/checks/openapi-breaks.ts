import { apiDiff, type Diff } from 'api-smart-diff';
import { effectOf } from './schema-change.ts';

type Header = { $ref?: string; required?: boolean; schema?: object };
type Response = { headers?: Record<string, Header>; content?: object };
type Parameter = Header & { name: string; in?: string };
/** The schemes of an alternative, with the scopes that each demands. */
type Security = Record<string, string[]>[];
type Operation = {
  parameters?: Parameter[];
  security?: Security;
  requestBody?: object;
  'x-get-body'?: object;
  responses: Record<string, Response>;
};
type Paths = Record<string, Record<string, Operation>>;
type Document = {
  paths: Paths;
  webhooks?: Paths;
  security?: Security;
  components?: { responses?: Record<string, Response> };
};

/** The breaks between two OpenAPI documents; a part that several operations share is named once. */
export function openapiBreaks(before: string, after: string): { name: string; reason: string }[] {
  const old = comparable(before);
  const now = comparable(after);
  const breaks = [...apiDiff(old, now).filter(isBreak), ...securityBreaks(old, now)];
  return [...Map.groupBy(breaks, (change) => nameOf(change, old))].map(([name, changes]) => ({
    name,
    reason: changes.slice(0, 1).map(reasonOf).join() + (changes.length > 1 ? `, and ${changes.length - 1} more` : ''),
  }));
}

/** With these, the library pairs members of `anyOf` by their texts. A property of such a name is an object. */
const ANNOTATIONS = ['description', 'summary', 'title'];

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The parameters of an operation and those that its path has for all operations. */
function withShared(own: Parameter[] = [], shared: unknown): Parameter[] {
  if (!Array.isArray(shared)) return own;
  const isOwn = (parameter: Parameter) => own.some((one) => one.name === parameter.name && one.in === parameter.in);
  return [...own, ...shared.filter((parameter) => !isOwn(parameter))];
}

/**
 * Operations that refuse credentials which they accepted. One of the alternatives is enough, and an empty list demands
 * none; the library compares the texts only.
 */
function securityBreaks(old: Document, now: Document): Diff[] {
  return Object.entries(old.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { security: before = [] }]) => {
      const after = now.paths[path]?.[method]?.security;
      const suffices = (given: Security[number], demanded: Security[number]) =>
        Object.entries(demanded).every(
          ([scheme, scopes]) => scopes.every((scope) => given[scheme]?.includes(scope)) && scheme in given,
        );
      const alternatives = (security: Security) => (security.length === 0 ? [{}] : security);
      if (!after || alternatives(before).every((given) => alternatives(after).some((one) => suffices(given, one))))
        return [];
      return [
        { path: ['paths', path, method, 'security'], action: 'replace', before, after, type: 'breaking' } as Diff,
      ];
    }),
  );
}

/** A document in which the library compares everything that clients use. */
function comparable(text: string): Document {
  const document: Document = JSON.parse(text, (key, value) => {
    if (typeof value === 'string' && ANNOTATIONS.includes(key)) return;
    return isObject(value) ? rewritten(value) : value;
  });
  const paths: Paths = {};
  for (const [path, { 'x-query': query, ...item }] of Object.entries(document.paths)) {
    const operations = Object.fromEntries(Object.entries(item).filter(([method]) => METHODS.includes(method)));
    paths[path] = operations;
    if (query) paths[`QUERY ${path}`] = { post: query };
    for (const operation of [...Object.values(operations), ...(query ? [query] : [])]) {
      operation.parameters = withShared(operation.parameters, child(item, 'parameters'));
      operation.requestBody ??= operation['x-get-body'];
      operation.security ??= document.security ?? [];
    }
  }
  // To its receiver, an event is what a response is to a client.
  for (const [name, { post }] of Object.entries(document.webhooks ?? {})) {
    const headers = Object.fromEntries(post?.parameters?.map((header) => [header.name, header]) ?? []);
    paths[`event ${name}`] = { post: { responses: { event: { ...post?.requestBody, headers } } } };
  }
  const answers = Object.values(paths).flatMap((item) => Object.values(item).map(({ responses }) => responses));
  for (const responses of [document.components?.responses ?? {}, ...answers])
    for (const response of Object.values(responses)) headersAsBody(response, document);
  return { ...document, paths, webhooks: {} };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Rewrites what the library misreads: `explode` as always true, a new `enum` as new values, the order of `allOf`. */
function rewritten(value: object): object {
  if ('explode' in value && value.explode === false) return { ...value, explode: true, style: 'not exploded' };
  if ('enum' in value && Array.isArray(value.enum)) {
    const { enum: listed, ...schema } = value;
    return { ...schema, values: Object.fromEntries(listed.map((one) => [one, true])) };
  }
  if ('allOf' in value && Array.isArray(value.allOf)) {
    const { allOf, ...schema } = value;
    const members = Object.fromEntries(allOf.map((member, index) => [`allOf ${index}`, member]));
    return { ...schema, properties: Object.assign(members, child(value, 'properties')) };
  }
  return value;
}

/** The library does not compare the schemas of headers, but those of bodies. */
function headersAsBody(response: Response, document: Document): void {
  const { headers } = response;
  if (!headers) return;
  delete response.headers;
  const properties: Record<string, object | undefined> = {};
  const required: string[] = [];
  for (const [name, header] of Object.entries(headers)) {
    properties[name] = header.$ref ? { $ref: `${header.$ref}/schema` } : header.schema;
    const resolved = resolve(header, document);
    if (isObject(resolved) && 'required' in resolved && resolved.required) required.push(name);
  }
  response.content = { ...response.content, 'headers/all': { schema: { type: 'object', properties, required } } };
}

const child = (value: unknown, key: string | number): unknown =>
  isObject(value) ? (value as Record<string | number, unknown>)[key] : undefined;

function resolve(value: unknown, document: Document): unknown {
  const reference = child(value, '$ref');
  if (typeof reference !== 'string') return value;
  const target = reference.slice(2).split('/').reduce<unknown>(child, document);
  return resolve(target, document);
}

/**
 * What clients send must not be narrowed, and what they receive must not be widened. The library's own verdicts on
 * schemas are not used: reversed for responses, a changed type or format counts as compatible.
 */
function isBreak(change: Diff): boolean {
  const { path, action, type } = change;
  if (path[0] === 'servers') return (path[2] ?? 'url') === 'url' && action !== 'add';
  if (path[0] === 'security' || path[3] === 'security') return false;
  // Generated clients name their functions by it.
  if (path[3] === 'operationId') return action !== 'add';
  if (path[3] === 'callbacks') return action === 'remove';
  // Components are compared where they are used.
  if (path[0] === 'components') return path[1] === 'securitySchemes' && type === 'breaking' && action !== 'add';
  const schema = path.indexOf('schema') + 1;
  if (schema === 0 || schema === path.length) return type === 'breaking';
  return effectOf(change, path.slice(schema))[path[3] === 'responses' ? 'widens' : 'narrows'];
}

/** Steps of a path that its name leaves out. */
const IMPLIED =
  /^(parameters|responses|content|application.json|headers.all|schema|properties|required|values|items|allOf \d|anyOf|oneOf)$/;

/** The place of a change within its component or operation: `Order.status`, `GET /v1/orders.page.maximum`. */
function nameOf({ path, before, after }: Diff, document: Document): string {
  const [area, address, method, ...steps] = path;
  if (area !== 'paths') return path.join('.');
  let names = [operationName(address, method)];
  let node: unknown = child(child(document.paths, String(address)), String(method));
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const holder = steps[index - 1];
    const next = child(node, step) ?? after ?? before;
    const target = resolve(next, document);
    if (holder === 'parameters') names.push(String(child(target, 'name')));
    else if (typeof step === 'number') {
      if (typeof next === 'string') names.push(next);
      else if (isLast && holder !== 'security') names.push(String(holder));
    } else if (isLast || !IMPLIED.test(step)) names.push(step);
    const component = child(next, '$ref');
    if (typeof component === 'string' && !isLast) names = component.split('/').slice(3, 4);
    node = target;
  }
  return names.join('.');
}

const operationName = (address: unknown, method: unknown) =>
  String(address).startsWith('/') ? `${String(method).toUpperCase()} ${address}` : String(address);

function reasonOf({ path: [, address, method], action, before, after }: Diff): string {
  const operation = operationName(address, method);
  if (action === 'add') return `added to ${operation}`;
  if (action === 'remove') return `removed from ${operation}`;
  return `${JSON.stringify(before)} became ${JSON.stringify(after)} in ${operation}`;
}
