import { bracketed } from '@channel/client';
import { bent } from './hostile.ts';
import { nounOf } from './nouns.ts';
import { isNode, type Operation, rootOf } from './operations.ts';
import type { Drawn, Plan } from './plan.ts';
import type { Pool, Scene } from './pool.ts';
import { Live, nounsOf } from './values.ts';

/** A request to send. */
export type Request = {
  operation: string;
  template: string;
  method: string;
  /** With its query string. */
  path: string;
  headers: Readonly<Record<string, string>>;
  payload?: string;
  /** Values of the path's parameters, by name. */
  parameters: Readonly<Record<string, string>>;
  /** The scene of its live values. */
  scene: Scene | undefined;
  /** Whether it has no deliberate error. */
  isValid: boolean;
};

/**
 * Completes a plan with values that its caller, or sometimes another caller, has received.
 *
 * @param known the scene for its values; else a matching one is chosen
 */
export function requestOf({ operation, drawn }: Plan, pool: Pool, others: readonly Pool[], known?: Scene): Request {
  const { template, path, query, example } = operation;
  const target = drawn.segments.at(-1);
  const about = nounOf([template.endsWith('}') && typeof target === 'string' ? target : rootOf(template)]);
  const matched = Object.values(drawn.headers).flatMap((value) => (value instanceof Live ? [value.noun] : []));
  const words = [...path.map(({ name }) => nounOf([name])), ...nounsOf(example), ...matched];
  const needed = words.map((noun) => noun || about);
  // `has_pickup` tells whether `/pickups` returns options.
  const scene = known ?? pool.scene(template, [...needed, `has${about}`], drawn.pick);
  const settled = (value: unknown): unknown => {
    if (value instanceof Live)
      return chosen(value, value.noun || about, scene, needed, pool, others) ?? settled(value.otherwise);
    if (Array.isArray(value)) return value.map(settled);
    if (isNode(value))
      return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, settled(inner)]));
    return value;
  };

  const parameters = Object.fromEntries(
    path.map(({ name }, index) => {
      const isHostile = drawn.change === 'segment' && index === drawn.at % path.length;
      return [name, formatted(isHostile ? drawn.instead : settled(drawn.segments[index]))];
    }),
  );
  const filled = template.replace(/\{(\w+)\}/g, (_, name) => {
    const segment = parameters[name] ?? '';
    return encodeURIComponent(segment.slice(0, 400)) || '%20';
  });
  const pairs = query.flatMap(({ name }, index): [string, unknown][] => {
    const value = settled(drawn.query[index]);
    return (Array.isArray(value) ? value : [value]).flatMap((each) => (each === undefined ? [] : [[name, each]]));
  });
  const { path: sent, ...rest } = formed(
    operation,
    { ...drawn, headers: settled(drawn.headers) as Drawn['headers'] },
    filled,
    pairs,
    settled(drawn.body),
  );
  const isValid = drawn.change === 'none';
  return { operation: operation.name, template, path: sent, parameters, scene, isValid, ...rest };
}

/** Puts query and body into one of the formats of HTTP. */
function formed(
  { method, body: schema }: Operation,
  drawn: Drawn,
  path: string,
  pairs: [string, unknown][],
  body: unknown,
) {
  const { change, at, instead } = drawn;
  const readsQuery = method === 'GET' && pairs.length > 0 && drawn.form !== 'body';
  const changed =
    change === 'bent' && readsQuery
      ? pairs.map(([name, value], index) => [name, index === at % pairs.length ? instead : value] as const)
      : pairs;
  const search = readsQuery
    ? `?${changed.map(([name, value]) => `${name}=${encodeURIComponent(formatted(value))}`).join('&')}`
    : '';
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(drawn.headers))
    if (value !== undefined) headers[name.toLowerCase()] = String(value);
  const holdsBody = schema !== undefined && !(readsQuery && drawn.form !== 'both');
  let payload = holdsBody ? JSON.stringify(changedBody(drawn, body)) : undefined;
  if (drawn.form === 'form' && holdsBody && isNode(body) && change === 'none') {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    payload = bracketed(body);
  }
  if (change === 'raw') payload = drawn.raw;
  if (change === 'type') headers['content-type'] = drawn.type;
  const isHead = drawn.form === 'HEAD' && method === 'GET';
  return {
    method: change === 'method' ? drawn.method : isHead ? 'HEAD' : method,
    path: `${path}${drawn.slash ? '/' : ''}${search}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  };
}

function changedBody({ change, at, instead, huge }: Drawn, body: unknown): unknown {
  if (change === 'bent') return bent(body, at, instead);
  if (change === 'huge') return bent(body, at, huge());
  return change === 'other' ? instead : body;
}

/**
 * Mostly a value of the scene, so that the values of a request belong together; rarely one that only another caller may
 * see. Undefined if none is known.
 */
function chosen(
  { pick, form, fits }: Live,
  noun: string,
  scene: Scene | undefined,
  needed: readonly string[],
  pool: Pool,
  others: readonly Pool[],
): unknown {
  const near = (scene?.get(noun) ?? []).filter(fits);
  const isForeign = pick % 40 === 1 && others.length > 0;
  const source = isForeign ? (others[pick % others.length] ?? pool) : pool;
  const isNear = near.length > 0 && !isForeign && pick % 20 !== 0;
  const values = isNear ? near : source.values(noun).filter(fits);
  // The nearest values of different nouns belong together.
  const at = (offset: number) => values[(isNear && needed.includes(noun) ? offset : pick + offset) % values.length];
  const value = at(0);
  if (value === undefined) return undefined;
  if (form === 'joined') return [value, at(1), at(2)].join('|');
  if (form === 'text') return String(value);
  return Number.isNaN(Number(value)) ? undefined : Number(value);
}

const formatted = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 4_000).toWellFormed();

/** A request as a shell command. */
export function curlOf(caller: string, { method, path, headers, payload }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const all = { 'content-type': 'application/json', accept: 'application/json', ...headers };
  return [
    `curl -sS ${method === 'HEAD' ? '--head' : `-X ${method}`} "$API"${quoted(path)}`,
    ...(caller === 'nobody' ? [] : [`-H "Authorization: Bearer $${caller.toUpperCase()}"`]),
    ...Object.entries(all).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(payload === undefined
      ? []
      : [
          `--data-raw ${quoted(payload.slice(0, 2_000))}${payload.length > 2_000 ? ` # of ${payload.length} characters` : ''}`,
        ]),
  ].join(' ');
}
