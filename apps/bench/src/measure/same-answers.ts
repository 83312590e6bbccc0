import { isDeepStrictEqual } from 'node:util';
import type { HttpRequest } from '../load/connections.ts';
import type { Workload, WorkloadRequest } from '../workloads/workload.ts';
import type { Running } from './measure.ts';

/* Before the measurement, every target answers the same requests, and the answers are compared. */

/** How a target's answers to a workload compare with the baseline's. */
export type Equivalence = {
  target: string;
  /**
   * `bytes`: equal byte for byte. `JSON`: equal values, members and order, formatted differently. `more`: with further
   * members, at most 2 % of the answer. `own form`: not compared.
   */
  same: 'bytes' | 'JSON' | 'more' | 'own form';
  /** The paths of the further members. */
  more: string[];
};

/** The largest part of an answer that the baseline may lack: more would make its work noticeably smaller. */
const MAX_MORE = 0.02;

/** The body of a target's answer. @throws when the answer is not a success */
export async function bodyOf({ server }: Running, { method, path, headers, body }: HttpRequest): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 500)}`);
  return text;
}

/**
 * @param requested how many requests of the workload are compared
 * @throws at the first answer that differs from the first target's by more than a few further members, and when no answer
 *   has data
 */
export async function compareAnswers(
  workload: Workload,
  running: readonly Running[],
  requested: number,
): Promise<Equivalence[]> {
  const [first, ...others] = running;
  if (!first) return [];
  const step = Math.max(1, Math.floor(workload.requests.length / requested));
  const requests = workload.requests.filter((_request, index) => index % step === 0).slice(0, requested);
  const expected: string[] = [];
  for (const request of requests) expected.push(await bodyOf(first, first.target.request(request)));
  if (expected.every((body) => body.includes('"data":[]'))) throw new Error(`${workload.name}: nothing was found`);
  const found: Equivalence[] = [{ target: first.target.name, same: 'bytes', more: [] }];
  for (const each of others) {
    let same: Equivalence['same'] = 'bytes';
    const more = new Set<string>();
    for (const [index, request] of requests.entries()) {
      const body = await bodyOf(each, each.target.request(request));
      const judged = judge(each, body, request, expected[index] ?? '');
      if (judged.same !== 'bytes') same = judged.same;
      for (const path of judged.more) more.add(path);
    }
    found.push({ target: each.target.name, same, more: [...more] });
  }
  return found;
}

type Judged = Pick<Equivalence, 'same' | 'more'>;

function judge({ target }: Running, body: string, request: WorkloadRequest, expected: string): Judged {
  const given = target.comparable(body, request);
  if (!given) return { same: 'own form', more: [] };
  const wanted: unknown = JSON.parse(expected);
  if (!('body' in given)) {
    if (isDeepStrictEqual(given.value, wanted)) return { same: 'JSON', more: [] };
    return compareValues(target.name, request.path, given.value, wanted);
  }
  if (given.body === expected) return { same: 'bytes', more: [] };
  return compareValues(target.name, request.path, JSON.parse(given.body), wanted);
}

/**
 * How a target's JSON compares with the baseline's, members in their order.
 *
 * @throws when it differs by more than a few further members
 */
export function compareValues(target: string, path: string, value: unknown, wanted: unknown): Judged {
  const more = new Set<string>();
  const whole = JSON.stringify(value);
  const part = JSON.stringify(withoutMore(value, wanted, '', more));
  const expected = JSON.stringify(wanted);
  if (part !== expected)
    throw new Error(`${target} gives a different answer to ${path}: ${difference(part, expected)}`);
  const share = 1 - part.length / whole.length;
  if (share > MAX_MORE)
    throw new Error(
      `${target} answers ${path} with ${[...more].join(', ')}, ${Math.ceil(share * 100)} % of the answer: add them to apps/bench/src/baseline.`,
    );
  return { same: more.size > 0 ? 'more' : 'JSON', more: [...more] };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A value without the members that `wanted` lacks; their paths are added to `more`. */
function withoutMore(value: unknown, wanted: unknown, path: string, more: Set<string>): unknown {
  if (Array.isArray(value) && Array.isArray(wanted))
    return value.map((entry, index) => withoutMore(entry, wanted[index], path, more));
  if (!isObject(value) || !isObject(wanted) || Array.isArray(value) || Array.isArray(wanted)) return value;
  const kept: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (name in wanted) kept.push([name, withoutMore(inner, wanted[name], at, more)]);
    else more.add(at);
  }
  return Object.fromEntries(kept);
}

/** Both texts around the first difference. */
function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 120), at + 80);
  return `at ${at}\n  …${around(one)}…\ninstead of\n  …${around(other)}…`;
}
