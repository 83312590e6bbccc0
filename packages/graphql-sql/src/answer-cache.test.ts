import { expect, it } from 'vitest';
import { AnswerCache } from './index.ts';

const CAPACITY = 32 * 2_000;

const row = (text: string) => [Buffer.from(text)];
const found = (cache: AnswerCache, key: string) => {
  const { validator, row: [column] = [] } = cache.find(key) ?? {};
  return validator && [validator, String(column)];
};

/** Reads an answer twice, so that it is kept. */
function keep(cache: AnswerCache, key: string, text = key): void {
  cache.note(key, `${key}1`, row(text));
  cache.note(key, `${key}1`, row(text));
}

it('keeps an answer that was read twice with the same validator', () => {
  const cache = new AnswerCache(CAPACITY);
  cache.note('a', 'a1', row('one'));
  expect(found(cache, 'a')).toBeUndefined();
  cache.note('a', 'a2', row('two'));
  expect(found(cache, 'a')).toBeUndefined();
  cache.note('a', 'a2', row('two'));
  expect(found(cache, 'a')).toEqual(['a2', 'two']);
  cache.note('a', 'a3', row('three'));
  expect(found(cache, 'a')).toBeUndefined();
});

it('removes the answers that were not used for the longest time, and never takes more than its capacity', () => {
  const cache = new AnswerCache(CAPACITY);
  const text = 'x'.repeat(700);
  for (let index = 0; index < 1_000; index += 1) {
    keep(cache, `key${index}`, text);
    expect(found(cache, 'key0')).toEqual(['key01', text]);
    expect(cache.bytes).toBeLessThanOrEqual(CAPACITY);
  }
  expect(cache.bytes).toBeGreaterThan(CAPACITY - 2_000);
  expect([found(cache, 'key999')?.[1], found(cache, 'key500')]).toEqual([text, undefined]);
});

it('takes no more for many answers that are read once', () => {
  const cache = new AnswerCache(CAPACITY);
  for (let index = 0; index < 1_000; index += 1) cache.note(`key${index}`, 'v', row('x'.repeat(700)));
  expect(cache.bytes).toBeLessThanOrEqual(CAPACITY);
  expect(found(cache, 'key999')).toBeUndefined();
});

it('counts the memory of small columns, which is larger than they are', () => {
  const cache = new AnswerCache(32 * 100_000);
  const columns = Array.from({ length: 100 }, () => Buffer.from('x'));
  for (let index = 0; index < 2; index += 1) cache.note('a', 'a1', columns);
  expect(cache.bytes).toBeGreaterThan(50_000);
});

it('keeps no answer that takes more than a thirty-second part of it', () => {
  const cache = new AnswerCache(CAPACITY);
  keep(cache, 'small', 'x'.repeat(1_000));
  keep(cache, 'large', 'x'.repeat(1_001));
  expect([found(cache, 'small')?.[0], found(cache, 'large')]).toEqual(['small1', undefined]);
});

it('keeps nothing without a capacity', () => {
  const cache = new AnswerCache(0);
  keep(cache, 'a');
  expect([found(cache, 'a'), cache.bytes]).toEqual([undefined, 0]);
});

it('keeps bytes of its own, which are neither changed nor released with those that were read', () => {
  const cache = new AnswerCache(32 * 40_000);
  const received = Buffer.alloc(32_000, 'x');
  cache.note('a', 'a1', [received, null]);
  cache.note('a', 'a1', [received, null]);
  received.fill('y');
  const { row: [column] = [] } = cache.find('a') ?? {};
  expect(column?.every((byte) => byte === 'x'.charCodeAt(0))).toBe(true);
  expect(column?.buffer.byteLength).toBe(32_000);
  expect(() => structuredClone(column?.buffer, { transfer: [column?.buffer as ArrayBuffer] })).toThrow();
});

it('forgets an answer that there is no longer', () => {
  const cache = new AnswerCache(CAPACITY);
  keep(cache, 'a');
  cache.forget('a');
  cache.forget('b');
  expect([cache.find('a'), cache.bytes]).toEqual([undefined, 0]);
});

it('counts the answers that were confirmed', () => {
  const cache = new AnswerCache(CAPACITY);
  keep(cache, 'a');
  cache.find('a');
  expect(cache.hits).toBe(0);
  cache.confirmed();
  expect(cache.hits).toBe(1);
});
