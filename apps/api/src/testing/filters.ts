import { deepEqual, ok } from 'node:assert/strict';
import type { TestClient } from './client.ts';

/*
 * The answer to a filter must equal the unfiltered list, filtered here by the rules of the specification, as query and
 * as body. Every case includes an entry and excludes one, so that none passes by accident.
 */

export type Filter = Record<string, unknown>;
export type Case<Entry> = [name: string, filter: Filter, meant: (entry: Entry) => boolean];

/** All pages of a list. */
export async function whole<Entry>(api: TestClient, path: string, perPage: number): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let page = 1; ; page += 1) {
    const entries = (await api.get(path, { query: { page, per_page: perPage } })).data<Entry[]>();
    if (entries.length === 0) return all;
    all.push(...entries);
  }
}

/** The ids of the entries that are included; fails unless at least one is included and one excluded. */
export function split<Entry extends { id: number }>(all: readonly Entry[], meant: (entry: Entry) => boolean): number[] {
  const inside = all.filter(meant).map(({ id }) => id);
  ok(inside.length > 0, 'The filter includes no entry.');
  ok(all.length > inside.length, 'The filter excludes no entry.');
  return inside;
}

/** The ids of all pages that a filter returns, sent in the query and in the body. */
export async function filtered(api: TestClient, path: string, filter: Filter, perPage: number): Promise<number[]> {
  const read = async (form: 'query' | 'body') => {
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await api.get(path, { [form]: { page, per_page: perPage, filter } });
      const entries = answer.data<{ id: number }[]>();
      if (entries.length === 0) return ids;
      ids.push(...entries.map(({ id }) => id));
    }
  };
  const ids = await read('query');
  deepEqual(await read('body'), ids);
  return ids;
}

export const holds = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
export const tagged = (tags: { key: string; value: string | number }[], text: string) =>
  tags.some(({ key, value }) => text === String(value) || text === `${key}:${value}`);
export const day = (moment: string | null, from: string, to: string) =>
  moment !== null && moment.slice(0, 10) >= from && moment.slice(0, 10) <= to;
export const among = (id: number | null | undefined, ids: readonly number[]) =>
  typeof id === 'number' && ids.includes(id);
/** The most frequent values of a list, so that some entries match and some don't. */
export function frequent<Value>(values: readonly (Value | null | undefined)[], count: number): Value[] {
  const counted = Map.groupBy(
    values.filter((value) => value !== null && value !== undefined),
    (value) => value,
  );
  return [...counted]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, count)
    .map(([value]) => value);
}
