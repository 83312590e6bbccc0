import { isDeepStrictEqual } from 'node:util';
import type { HttpRequest } from '../load/connections.ts';
import type { Workload, WorkloadRequest } from '../workloads/workload.ts';
import type { Running } from './measure.ts';

/* Before the measurement, every target answers the same requests, and the answers are compared. */

/** How a target's answers to a workload compare with the baseline's. */
export type Equivalence = {
  target: string;
  /**
   * `bytes`: equal byte for byte. `JSON`: equal values, members and order, formatted differently. `own form`: not
   * compared.
   */
  same: 'bytes' | 'JSON' | 'own form';
};

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

/** JSON text with its members in their order, and numbers and texts in a canonical format. */
const canonical = (text: string) => JSON.stringify(JSON.parse(text));

/**
 * @param requested how many requests of the workload are compared
 * @throws at the first answer that differs from the first target's, and when no answer has data
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
  const found: Equivalence[] = [{ target: first.target.name, same: 'bytes' }];
  for (const each of others) {
    let same: Equivalence['same'] = 'bytes';
    for (const [index, request] of requests.entries()) {
      const body = await bodyOf(each, each.target.request(request));
      const judged = judge(each, body, request, expected[index] ?? '');
      if (judged !== 'bytes') same = judged;
    }
    found.push({ target: each.target.name, same });
  }
  return found;
}

function judge({ target }: Running, body: string, request: WorkloadRequest, expected: string): Equivalence['same'] {
  const given = target.comparable(body, request);
  if (!given) return 'own form';
  if ('body' in given) {
    if (given.body === expected) return 'bytes';
    if (canonical(given.body) === canonical(expected)) return 'JSON';
    throw new Error(`${target.name} gives a different answer to ${request.path}: ${difference(given.body, expected)}`);
  }
  if (isDeepStrictEqual(given.value, JSON.parse(expected))) return 'JSON';
  const text = JSON.stringify(given.value);
  throw new Error(
    `${target.name} gives a different answer to ${request.path}: ${difference(text, canonical(expected))}`,
  );
}

/** Both texts around the first difference. */
function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 120), at + 80);
  return `at ${at}\n  …${around(one)}…\ninstead of\n  …${around(other)}…`;
}
