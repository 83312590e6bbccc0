import { Kind } from 'graphql';
import { z } from 'zod';
import { type Answer, rootsOf, type Variables } from './answers.ts';
import { camelKeys, camelName, roundTrips } from './casing.ts';
import { emptyReader } from './empty-input.ts';
import { HttpError } from './http-errors.ts';
import { checked } from './input.ts';
import type { PersistedOperation } from './operation.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint, as data. Wire names are snake_case in every schema. */
export interface RouteOptions<Params extends z.ZodObject = z.ZodObject, Input extends z.ZodObject = z.ZodObject> {
  readonly method: Method | readonly Method[];
  /** Fastify path; every `:name` is a member of `params`. */
  readonly path: string;
  readonly operation: PersistedOperation;
  /** Path parameters; an invalid one is answered 404. */
  readonly params?: Params;
  /**
   * The input: for GET (and its QUERY form) query string and JSON body together, otherwise the JSON body. Its
   * `example` (zod's `meta`) is the example of the body in the OpenAPI document.
   */
  readonly input?: Input;
  /**
   * Variables of the operation. Without it each variable takes the parameter or member of its name, and `$input` takes
   * all members that no other variable takes. Names at every depth become camelCase either way.
   */
  readonly variables?: (input: z.output<Input>, params: z.output<Params>) => Variables;
  /** Default 200. */
  readonly status?: number;
  readonly answer: Answer;
  /** Needs no credentials; `authenticate` is not called. */
  readonly public?: boolean;
  /** Root field with the version of the entity: the ETag begins with this version and a dot. */
  readonly version?: string;
  /** `operationId` in the OpenAPI document; default: the operation's name. */
  readonly id?: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Further error statuses of the domain (403, 409, …), for the OpenAPI document. */
  readonly refuses?: readonly number[];
  /** Ids of the host's open facts, published as `x-open-fact`. */
  readonly openFacts?: readonly string[];
}

/** A validated route. */
export interface Route extends Omit<RouteOptions, 'method' | 'variables' | 'params' | 'input'> {
  readonly methods: readonly Method[];
  readonly params: z.ZodObject;
  readonly input: z.ZodObject;
  readonly readsInput: boolean;
  readonly status: number;
  /** Whether its answers to reads have a strong ETag, and `If-None-Match` is answered 304: all but those of exports. */
  readonly etag: boolean;
  /** Whether the host maps the variables with a function of its own. */
  readonly mapped: boolean;
  /** Validates a raw request. Throws HttpError 404 for the path, InvalidInput for the input. */
  readonly read: (params: unknown, input: () => Record<string, unknown>) => Variables;
}

const NONE = z.object({});

/**
 * Declares an endpoint. Throws when the route is inconsistent: parameters unlike the path's, names that don't survive
 * the case conversion, a root field that the document lacks, a variable without a source, a member that no variable
 * takes.
 */
export function route<Params extends z.ZodObject = typeof NONE, Input extends z.ZodObject = typeof NONE>(
  options: RouteOptions<Params, Input>,
): Route;
export function route({ method, variables, ...options }: RouteOptions): Route {
  const { operation, path, params = NONE, input = NONE, status = 200 } = options;
  const routeError = (text: string) => new Error(`${path}: ${text}`);
  const inPath = path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []));
  if (inPath.sort().join() !== Object.keys(params.shape).sort().join()) throw routeError('params and the path differ.');
  const roots = [...rootsOf(options.answer), ...(options.version === undefined ? [] : [options.version])];
  const missing = roots.find((root) => !operation.roots.includes(root.split('.', 1)[0] ?? root));
  if (missing !== undefined) throw routeError(`${operation.name} has no root field "${missing}".`);
  const bent = [...Object.keys(params.shape), ...Object.keys(input.shape)].find((name) => !roundTrips(name));
  if (bent !== undefined) throw routeError(`"${bent}" is not a snake_case name.`);
  const fill: Fill = variables ?? filler(operation, input, params, routeError);
  const readsInput = Object.keys(input.shape).length > 0;
  const readEmpty = emptyReader(input);
  return {
    ...options,
    etag: [method].flat().includes('GET') && options.answer.kind !== 'csv' && options.answer.kind !== 'empty',
    methods: typeof method === 'string' ? [method] : method,
    params,
    input,
    readsInput,
    status,
    mapped: variables !== undefined,
    read(rawParams, rawInput) {
      const known = params.safeParse(rawParams);
      // An invalid id identifies nothing, like an unknown one.
      if (!known.success) throw new HttpError(404, 'Not found.');
      return renamed(fill(readsInput ? checked(input, readEmpty(rawInput())) : {}, known.data));
    },
  };
}

/** The variable that takes the members that no other variable takes. */
export const REST = 'input';

function mayStayAbsent(schema: z.core.$ZodType): boolean {
  const absent = z.safeParse(schema, undefined);
  return absent.success && (absent.data === undefined || absent.data === null);
}

function renamed(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [camelName(name), camelKeys(value)]));
}

type Fill = (input: Variables, params: Variables) => Variables;

function filler(
  operation: PersistedOperation,
  input: z.ZodObject,
  params: z.ZodObject,
  routeError: (text: string) => Error,
): Fill {
  const variables = new Set(operation.variables.map((node) => node.variable.name.value));
  const takesRest = variables.has(REST) && !(REST in input.shape);
  const named = [...Object.keys(params.shape), ...Object.keys(input.shape)].filter((name) =>
    variables.has(camelName(name)),
  );
  const rest = Object.keys(input.shape).filter((name) => !named.includes(name));
  if (rest.length > 0 && !takesRest)
    throw routeError(`${operation.name} takes no ${rest.map((name) => `"${name}"`).join(', ')}.`);
  for (const { variable, type, defaultValue } of operation.variables) {
    const name = variable.name.value;
    if (type.kind !== Kind.NON_NULL_TYPE || defaultValue !== undefined || (takesRest && name === REST)) continue;
    const source = [params, input]
      .map(({ shape }) => Object.entries(shape).find(([key]) => camelName(key) === name)?.[1])
      .find(Boolean);
    if (source === undefined || mayStayAbsent(source))
      throw routeError(`no parameter or member provides $${name} of ${operation.name}.`);
  }
  return (given, path) => {
    const all = { ...given, ...path };
    const filled = Object.fromEntries(named.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]));
    if (takesRest) filled[REST] = Object.fromEntries(rest.map((name) => [name, given[name]]));
    return filled;
  };
}
