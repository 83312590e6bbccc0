import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { comparePlaces } from '@channel/graph';
import { createFactories } from '@channel/prisma/testing';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { startJobs } from '../jobs/start-jobs.ts';
import { folderStorage } from '../media/storage.ts';
import { shownError, shownRequest } from '../shown-in-log.ts';
import { book, startBookers, statusesOf, wrongOrders } from '../testing/bookers.ts';
import { bearerOf, client, DEMO_TIMEOUT, postGraphql, startServer } from '../testing/index.ts';
import { startOnOwnPostgres } from '../testing/own-postgres.ts';
import { mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';

/*
 * The disk of Postgres becomes full while the API and a worker serve. What was acknowledged is there afterwards, and
 * everything goes on by itself. Needs root, for a file system.
 */

/** The smallest PNG: one pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const BOOKERS = 4;
/** Milliseconds until bookings are made again, after the disk has room. */
const RECOVERY = 30_000;

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
}, 60_000);

function disk(size: string): SmallDisk {
  const mounted = mountSmallDisk(size);
  open.push(mounted.remove);
  return mounted;
}

/** A log, and its lines so far. */
function memoryLog() {
  const lines: { level: number; msg: string; err?: { message: string } }[] = [];
  const into = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const log = pino({ serializers: { err: shownError, req: shownRequest } }, into);
  return { log, texts: () => lines.map(({ msg, err }) => `${msg} ${err?.message ?? ''}`) };
}

it('a full disk of Postgres loses no booking, duplicates none, and ends with one line', {
  timeout: 300_000,
}, async () => {
  const { place, fill, free } = disk('400m');
  const { log, texts } = memoryLog();
  const said: string[] = [];
  const own = await startOnOwnPostgres({
    dataDir: join(place, 'postgres'),
    onKept: (line) => said.push(line),
    loggerInstance: log,
  });
  open.push(own.close);
  const { server } = own;
  const jobs = await startJobs({ ...server.services, clock: () => new Date() }, log);
  open.push(jobs.stop);
  const make = createFactories(server.db);
  const seller = await make.userWith(['products.book', 'orders.view-all']);
  const offer = await make.offer([seller.role.id], { departure: { capacity: 100_000 } });
  const booking = { partner: await client(server, seller.id), role: seller.role.id, offer, count: BOOKERS };
  const { booked, answers, stop } = startBookers(booking);
  await expect.poll(() => booked.size, { timeout: 20_000 }).toBeGreaterThan(20);

  fill();
  const [before, readsBefore] = [answers.booking.length, answers.reading.length];
  const refused = () => answers.booking.slice(before).filter(({ status }) => status !== 200);
  await expect.poll(() => refused().length, { timeout: 60_000 }).toBeGreaterThan(20);
  const reads = statusesOf(answers.reading.slice(readsBefore));
  for (const { status, headers, json } of refused()) {
    expect([status, headers['retry-after'], json]).toEqual([
      503,
      expect.stringMatching(/^[12]$/),
      { errors: null, meta: { message: expect.stringMatching(/please try again\.$/), tracking_id: null } },
    ]);
  }
  expect(reads[200]).toBeGreaterThan(5);
  expect(reads).toEqual({ 200: reads[200] });
  const ofStatements = () => texts().filter((text) => text.includes('could not execute a statement'));
  expect(ofStatements()).toEqual([expect.stringMatching(/No space left on device.*\(SQLSTATE 53100\)/)]);

  // Without room for its write-ahead log, Postgres ends, and can't start.
  const end = performance.now() + 60_000;
  for (let ended = false; !ended && performance.now() < end; ) {
    ended = await server.db.$queryRaw`
      SELECT pg_logical_emit_message(false, 'test', repeat('x', 1000000))::text, pg_switch_wal()::text`.then(
      () => false,
      () => true,
    );
  }
  await expect.poll(() => statusesOf(answers.reading.slice(-5))[503] ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);
  await sleep(5_000);
  const whileFull = booked.size;

  free();
  const freed = performance.now();
  await expect.poll(() => booked.size - whileFull, { timeout: RECOVERY, interval: 50 }).toBeGreaterThan(BOOKERS);
  const recovery = performance.now() - freed;
  await stop();
  const all = [...answers.booking, ...answers.reading];
  const statuses = statusesOf(all);
  console.log(`${booked.size} orders, answers ${JSON.stringify(statuses)}, ${Math.round(recovery)} ms after the disk`);
  console.log(said.join('\n'));
  expect(Object.keys(statuses).filter((status) => !['200', '409', '503'].includes(status))).toEqual([]);
  expect(all.filter(({ text }) => /space|base\/|pg_wal|Postgres/.test(text))).toEqual([]);
  expect(said).toEqual([
    'Postgres ended (code 1): starting it again',
    expect.stringMatching(/Postgres did not start: .*No space left on device/),
    'Postgres runs again',
  ]);
  expect(await wrongOrders(server.db, booked)).toEqual({ lost: [], unacknowledged: [] });
  expect(await comparePlaces(server.db)).toMatchObject({ unbalanced: 0 });
  const due = () => server.db.$queryRaw`
    SELECT task_identifier AS task, last_error AS error FROM graphile_worker.jobs
    WHERE run_at < now() - interval '2 seconds' OR attempts >= max_attempts`;
  await expect.poll(due, { timeout: 60_000, interval: 1_000 }).toEqual([]);

  // The comparison finds a booking that is lost, and one that was made twice.
  const [name = ''] = booked.keys();
  expect((await book(booking, name, 'another-key')).status).toBe(200);
  booked.set('nobody', 0);
  expect(await wrongOrders(server.db, booked)).toEqual({ lost: ['nobody'], unacknowledged: [name] });
});

it(
  'a full storage of files refuses pictures, and tickets are printed nevertheless',
  async () => {
    const { place, fill, free } = disk('1m');
    const { log, texts } = memoryLog();
    const server = await startServer({ world: 'demo', loggerInstance: log });
    open.push(server.close);
    server.services.storage = folderStorage(place, (line) => log.warn(line));
    const headers = { authorization: await bearerOf(server, 'admin') };
    const query = `mutation { addPicture(organizationId: 1, filename: "one.png", base64: "${PICTURE}") { picture { key } } }`;
    const addPicture = () => postGraphql(server, { query }, { headers });
    const { addressKey, filename } = await server.db.ticket.findFirstOrThrow();
    const ticket = async () => {
      const answer = await fetch(`${server.url}/tickets/${addressKey}/${filename}`);
      return [answer.status, (await answer.text()).slice(0, 5)];
    };

    fill();
    const refused = await addPicture();
    expect([refused.status, refused.headers['retry-after'], refused.body.errors?.[0]]).toEqual([
      503,
      '1',
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'UNAVAILABLE' }) }),
    ]);
    expect(refused.text).not.toMatch(/space|ENOSPC|channel-disk/);
    expect(await ticket()).toEqual([200, '%PDF-']);
    expect(texts().filter((text) => text.includes('was not stored'))).toEqual([
      `A file was not stored: the disk of ${place} is full (ENOSPC) `,
    ]);
    free();
    const files = () => readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files()).toEqual([]);
    expect((await addPicture()).body.errors).toBeUndefined();
    expect(await ticket()).toEqual([200, '%PDF-']);
    expect(files().length).toBe(2);
  },
  DEMO_TIMEOUT,
);

it('a log on a full disk goes on when there is room, and reports how many lines were lost', async () => {
  const { place, fill, free } = disk('8m');
  const file = join(place, 'log');
  const descriptor = openSync(file, 'a');
  fill();
  const LINES = 40_000;
  const arguments_ = [join(import.meta.dirname, '../testing/logging-process.ts'), String(LINES), 'json'];
  const program = spawn(process.execPath, arguments_, { stdio: ['ignore', descriptor, 'inherit', 'ipc'] });
  closeSync(descriptor);
  open.push(() => void program.kill('SIGKILL'));
  expect((await once(program, 'message'))[0]).toEqual({ written: LINES });
  free();
  const messages = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [String(JSON.parse(line).msg)]));
  const lost = () => messages().find((message) => message.includes('were lost'));
  await expect.poll(lost, { timeout: 10_000 }).toBeDefined();
  const ended = once(program, 'exit');
  program.send('end gracefully');
  expect(await ended).toEqual([0, null]);
  expect(messages()[0]).toBe('line 0');
  const written = messages().filter((message) => message.startsWith('line ')).length;
  expect(written + Number.parseInt(lost() ?? '', 10)).toBe(LINES);
  expect(messages().at(-1)).toBe('the last line');
});
