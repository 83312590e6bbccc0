import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from './http.ts';

/** The refusal of a request that is no described call: an unknown path, another method, a path outside of v1. */
const REFUSAL: Node = { content: { 'application/json': { schema: { $ref: '#/components/schemas/HttpError' } } } };

/** Headers of HTTP itself, and of CORS: no call describes them. */
const OF_HTTP =
  /^(connection|content-(length|type)|date|keep-alive|transfer-encoding|vary|access-control-.*|cross-origin-.*|permissions-policy|referrer-policy|x-content-type-options|x-frame-options)$/;

/** The violations of the document in an answer; empty for a valid one. */
export type Contract = (method: string, path: string, answer: Answer) => string[];

type Node = { readonly [member: string]: unknown };

const JSON_TYPE = 'application/json; charset=utf-8';

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, step) => (isNode(inner) ? inner[step] : undefined), value);

/**
 * Validates answers against an OpenAPI document: the status must be described, the body must have the shape (generated
 * with `exact`, the document forbids undocumented members; formats are checked), and described headers must be present.
 */
export function contractOf(document: Readonly<Record<string, unknown>>): Contract {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['x-open-fact']);
  // References are relative to the document; here its schemas have their own id.
  const rooted = (schema: unknown) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"api#/$defs/'));
  ajv.addSchema({ $id: 'api', $defs: rooted(at(document, 'components', 'schemas')) });
  const validators = new Map<unknown, ValidateFunction>();

  function schemaErrors(what: string, schema: unknown, value: unknown): string[] {
    const known = validators.get(schema);
    const validate = known ?? ajv.compile(rooted(schema));
    validators.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  function resolved(node: unknown): unknown {
    const reference = at(node, '$ref');
    return typeof reference === 'string' ? at(document, ...reference.split('/').slice(1)) : node;
  }

  function headerErrors(response: unknown, { headers }: Answer): string[] {
    const described = Object.entries(at(response, 'headers') ?? {});
    const known = new Set(described.map(([name]) => name.toLowerCase()));
    const unknown =
      response === REFUSAL ? [] : Object.keys(headers).filter((name) => !OF_HTTP.test(name) && !known.has(name));
    const violations = described.flatMap(([name, reference]) => {
      const header = resolved(reference);
      const value = headers[name.toLowerCase()];
      if (value !== undefined) return schemaErrors(`header ${name}`, at(header, 'schema'), value);
      return at(header, 'required') === true ? [`header ${name} is missing`] : [];
    });
    return [...violations, ...unknown.map((name) => `header ${name} is not described`)];
  }

  function bodyErrors(response: unknown, { headers, text, json }: Answer): string[] {
    const content = Object.entries(at(response, 'content') ?? {});
    const [type, described] = content[0] ?? [];
    if (type === undefined) return text === '' ? [] : ['an undocumented body'];
    const expected = type === 'application/json' ? JSON_TYPE : `${type}; charset=utf-8`;
    if (headers['content-type'] !== expected) return [`content-type ${headers['content-type']}, not ${expected}`];
    return schemaErrors('body', at(described, 'schema'), type === 'application/json' ? json : text);
  }

  /** The described response, or undefined for a status that this operation must not answer with. */
  function responseOf(operation: unknown, status: number): unknown {
    return resolved(at(operation, 'responses', status));
  }

  return (method, path, answer) => {
    const item = at(document, 'paths', templateOf(Object.keys(at(document, 'paths') ?? {}), path) ?? '');
    // Images, tickets, health and documentation are outside of v1; their refusals have the `HttpError` form, too.
    if (!path.startsWith('/v1/') && answer.status < 400) return [];
    if (method === 'OPTIONS' && item !== undefined) return answer.status === 204 ? [] : ['OPTIONS is not answered 204'];
    const operation = at(item, method === 'QUERY' ? 'x-query' : method === 'HEAD' ? 'get' : method.toLowerCase());
    const beside = answer.status >= 400 && answer.status < 500 ? REFUSAL : undefined;
    const response = operation === undefined ? beside : responseOf(operation, answer.status);
    if (!isNode(response)) return [`status ${answer.status} is not described`];
    return [
      ...headerErrors(response, answer),
      // Answers to HEAD have the headers of a body, but no body.
      ...(method === 'HEAD' ? [] : bodyErrors(response, answer)),
      ...protocolErrors(item, operation, answer),
    ];
  };
}

/** Rules for all answers that no schema expresses. */
function protocolErrors(item: unknown, operation: unknown, { status, headers, json }: Answer): string[] {
  const violations: [boolean, string][] = [
    [item === undefined && status !== 404 && status !== 400, `an unknown path is answered ${status}`],
    [item !== undefined && operation === undefined && status !== 405, `an unknown method is answered ${status}`],
    [status === 405 && headers.allow === undefined, '405 without Allow'],
    [status === 500 && at(json, 'meta', 'tracking_id') !== headers['x-request-id'], 'tracking_id is not X-Request-Id'],
  ];
  return violations.flatMap(([isViolated, text]) => (isViolated ? [text] : []));
}

/** The template that matches a path; a literal segment takes precedence over a parameter, as in the router. */
function templateOf(templates: readonly string[], path: string): string | undefined {
  // A trailing slash means the same path.
  const given = path.replace(/\/$/, '').split('/');
  const fitting = templates.filter((template) => {
    const parts = template.split('/');
    return (
      parts.length === given.length &&
      parts.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index]))
    );
  });
  const literals = (template: string) => template.split('/').filter((part) => !part.startsWith('{')).length;
  return fitting.sort((one, other) => literals(other) - literals(one))[0];
}
