import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { DatabaseBusy } from '@channel/prisma';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ticketDrawing } from './draw.ts';
import { renderTicket } from './render.ts';

const ADDRESS = 'https://tickets.example/1';
/** Milliseconds. A busy machine takes seconds to start a thread. */
const LONG_TIMEOUT = 60_000;
const sheet = {
  filename: 'ticket.pdf',
  createdAt: '2026-06-01T10:00:00.000Z',
  status: 'Booked',
  title: 'Canal Ring',
  message: 'Bring a coat.',
  product: 'Canal Ring',
  reference: 'R-1',
  startsAt: '2026-06-02 10:00:00',
  place: 'Amsterdam',
  names: ['Ada Byron'],
};

let threads: Worker[];
const note = (thread: Worker) => threads.push(thread);
beforeEach(() => {
  threads = [];
  process.on('worker', note);
});
afterEach(async () => {
  process.off('worker', note);
  await Promise.all(threads.map((thread) => thread.terminate()));
});
const isPdf = (file: Buffer) => file.subarray(0, 5).toString() === '%PDF-';

it('draws in one thread, which ends when it is idle', { timeout: LONG_TIMEOUT }, async () => {
  const draw = ticketDrawing({ timeout: LONG_TIMEOUT, idle: 200 });
  const [one, two] = await Promise.all([draw(sheet, ADDRESS), draw(sheet, ADDRESS)]);
  expect([isPdf(one), isPdf(two), threads.length]).toEqual([true, true, 1]);
  const [thread] = threads;
  if (thread?.threadId !== -1) await once(thread as Worker, 'exit');
  expect(isPdf(await draw(sheet, ADDRESS))).toBe(true);
  expect(threads).toHaveLength(2);
});

it('aborts a ticket that takes too long, together with its thread', async () => {
  const draw = ticketDrawing({ timeout: 1 });
  await expect(draw(sheet, ADDRESS)).rejects.toThrow(DatabaseBusy);
  await expect.poll(() => threads.map(({ threadId }) => threadId)).toEqual([-1]);
});

it('fails only the drawing in which the thread crashed', { timeout: LONG_TIMEOUT }, async () => {
  const draw = ticketDrawing({ timeout: LONG_TIMEOUT });
  const broken = { ...sheet, createdAt: 'never' };
  const answers = await Promise.allSettled([draw(sheet, ADDRESS), draw(broken, ADDRESS), draw(sheet, ADDRESS)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(threads).toHaveLength(2);
});

it('draws at most 5,000 characters of a text', async () => {
  const withMessage = (message: string) => renderTicket({ ...sheet, message }, ADDRESS);
  const blank = '\u200b'.repeat(4_999);
  const [cut, exact, shorter] = await Promise.all([`${blank}ab`, `${blank}a`, blank].map(withMessage));
  expect(cut?.equals(exact as Buffer)).toBe(true);
  expect(exact?.equals(shorter as Buffer)).toBe(false);
});
