import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseBusy } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changingOrders, inTurn } from './in-turn.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ poolSize: 1 });
});
afterAll(() => database.drop());

/** Makes ids that no other test changes. */
let last = 0;
const newId = () => --last;

/** A change that lasts until `end` is called. */
function change(ids: number[], log: string[], name: string, limits = {}) {
  const over = Promise.withResolvers<void>();
  const done = inTurn(
    database.db,
    ids,
    async () => {
      log.push(name);
      await over.promise;
    },
    limits,
  );
  return { done, end: () => over.resolve() };
}

it('runs changes of one order one by one, in the order of arrival', async () => {
  const id = newId();
  const log: string[] = [];
  const changes = ['a', 'b', 'c'].map((name) => change([id], log, name));
  for (const [index, { done, end }] of changes.entries()) {
    await sleep(0);
    expect(log.join('')).toBe('abc'.slice(0, index + 1));
    end();
    await done;
  }
});

it('runs changes of other orders concurrently', async () => {
  const log: string[] = [];
  const held = change([newId()], log, 'held');
  const other = change([newId()], log, 'other');
  other.end();
  await other.done;
  expect(log).toEqual(['held', 'other']);
  held.end();
  await held.done;
});

it('never deadlocks, whatever orders the changes have, in whatever order', async () => {
  const [a, b, c] = [newId(), newId(), newId()];
  const log: string[] = [];
  const changes = [
    change([a, b], log, '1'),
    change([b, a, b], log, '2'),
    change([c, a], log, '3'),
    change([c], log, '4'),
  ];
  for (const { end } of changes) end();
  await Promise.all(changes.map(({ done }) => done));
  // The third waits for the second; meanwhile the queue of `c` is free for the fourth.
  expect(log).toEqual(['1', '4', '2', '3']);
});

it('runs single changes that arrived meanwhile between two batches, and batches between single changes', async () => {
  const [a, b] = [newId(), newId()];
  const log: string[] = [];
  const changes = [
    ...['batch 1', 'batch 2', 'batch 3'].map((name) => change([a, b], log, name)),
    ...['a', 'A'].map((name) => change([a], log, name)),
    change([b], log, 'b'),
  ];
  changes[0]?.end();
  await changes[0]?.done;
  for (const { end } of changes.slice(3)) end();
  await Promise.all(changes.slice(3).map(({ done }) => done));
  await expect.poll(() => log.join()).toBe('batch 1,a,b,A,batch 2');
  const later = change([b], log, 'later');
  for (const { end } of [...changes, later]) end();
  await Promise.all([later, ...changes].map(({ done }) => done));
  expect(log.slice(4)).toEqual(['batch 2', 'later', 'batch 3']);
});

it('continues after a failed change', async () => {
  const id = newId();
  const failing = inTurn(database.db, [id], () => Promise.reject(new Error('no')));
  const next = inTurn(database.db, [id], async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});

it('refuses a change when the queue is full, and after the maximum wait, without reordering the others', async () => {
  const id = newId();
  const log: string[] = [];
  const first = change([id], log, 'first');
  const impatient = change([id], log, 'impatient', { maxWait: 20 });
  const third = change([id], log, 'third');
  await expect(change([id], log, 'fourth', { maxLength: 3 }).done).rejects.toBeInstanceOf(DatabaseBusy);
  await expect(impatient.done).rejects.toBeInstanceOf(DatabaseBusy);
  await sleep(0);
  expect(log).toEqual(['first']);
  first.end();
  third.end();
  await third.done;
  expect(log).toEqual(['first', 'third']);
});

it('holds no connection while it waits, and joins the transaction of its caller', async () => {
  const id = newId();
  const log: string[] = [];
  const held = change([id], log, 'held');
  const waiting = changingOrders({ db: database.db }, [id], (tx) => {
    log.push('waited');
    return changingOrders({ db: tx }, [id], (inner) => inner.language.count());
  });
  // The pool has one connection.
  expect(await database.db.language.count()).toBe(0);
  expect(log).toEqual(['held']);
  held.end();
  expect(await waiting).toBe(0);
});
