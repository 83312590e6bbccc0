import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startFamily } from '@channel/auth';
import { comparePlaces } from '@channel/graph';
import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Environment, end, environmentOn, freePort, launch, untilReady } from '../events/testing/programs.ts';
import { apiDocument } from '../openapi/document.ts';
import { startBookers, statusesOf, wrongOrders } from '../testing/bookers.ts';
import { contractOf } from '../testing/contract.ts';
import { client } from '../testing/index.ts';

/*
 * The clock of a machine jumps under the running API and worker, by Debian's libfaketime; Postgres has the real time.
 */

const INSTALL_TIMEOUT = 180_000;
const HOUR = 3_600;
const JUMPS = [HOUR, -HOUR, 24 * HOUR, -24 * HOUR];
/** Seconds that a reading of the clock of Postgres, and a scrape, take. */
const NOTICE = 20;

const open: (() => unknown)[] = [];
let database: TestDatabase;
let clockFile: string;
let env: Environment;
let [apiPort, metricsPort] = [0, 0];
const lines: { name: string; msg: string; level: number }[] = [];

/** Installs libfaketime where that is possible. @throws with what is missing */
function libfaketime(): string {
  const found = () =>
    readdirSync('/usr/lib').flatMap((folder) => {
      const file = join('/usr/lib', folder, 'faketime/libfaketime.so.1');
      return existsSync(file) ? [file] : [];
    })[0];
  if (!found() && process.getuid?.() === 0)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'libfaketime'], { stdio: 'ignore' });
  const file = found();
  if (!file) throw new Error('This test needs libfaketime: apt-get install -y libfaketime');
  return file;
}

const jump = (seconds: number) => writeFileSync(clockFile, `${seconds < 0 ? '' : '+'}${seconds}\n`);

async function start(file: 'main.ts' | 'worker.ts'): Promise<void> {
  const child = launch(file, env, 'pipe');
  open.push(() => end(child));
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on('line', (line) => lines.push(JSON.parse(line)));
  await untilReady(child);
}

beforeAll(async () => {
  const library = libfaketime();
  const folder = mkdtempSync(join(tmpdir(), 'channel-clock-'));
  open.push(() => rmSync(folder, { recursive: true, force: true }));
  clockFile = join(folder, 'clock');
  jump(0);
  database = await testDatabase();
  open.push(() => database.drop());
  [apiPort, metricsPort] = [await freePort(), await freePort()];
  env = environmentOn(database.application, {
    API_PORT: String(apiPort),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_CACHE_DURATION: '1',
    // Its own clocks alone: a real jump moves no steady clock either.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  });
  await Promise.all([start('main.ts'), start('worker.ts')]);
}, INSTALL_TIMEOUT);
afterAll(async () => {
  for (const close of open.splice(0).reverse()) await close();
}, 60_000);

/** The metric of a program on a port. */
async function offsetOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^channel_clock_offset_seconds (\S+)$/m.exec(text)?.[1]);
}

const linesOfClock = () => lines.filter(({ msg }) => /clock/i.test(msg));

it('a clock that jumps under running programs ends nothing early, loses nothing, and is reported in one line', {
  timeout: 400_000,
}, async () => {
  const { db } = database;
  const settings = loadSettings(environmentOn(database.application));
  const make = createFactories(db);
  const seller = await make.userWith(['products.book', 'orders.view-all']);
  const day = new Date(Date.now() + 30 * 24 * HOUR * 1_000);
  const offer = await make.offer([seller.role.id], { departure: { capacity: 100_000, date: day } });
  const { accessToken: token } = await startFamily(db, seller.id, new Date(), {
    ...settings,
    accessTokenSeconds: HOUR,
  });
  const url = `http://127.0.0.1:${apiPort}`;
  const contract = contractOf(apiDocument(settings, { exact: true }));
  const partner = await client({ url, contract }, { token });
  // Places that are held for another half hour.
  const held = await make.order({
    offer,
    status: 'InCart',
    booking: { status: 'InCart', holdExpiresAt: new Date(Date.now() + (HOUR / 2) * 1_000) },
  });
  const bookers = startBookers({ partner, role: seller.role.id, offer, count: 2 });

  for (const seconds of JUMPS) {
    jump(seconds);
    // The programs see it: it is their clock that jumped.
    const { stdout } = await promisify(execFile)(process.execPath, ['-p', 'Date.now()'], {
      env: { ...process.env, ...env },
    });
    expect(Math.abs((Number(stdout) - Date.now()) / 1_000 - seconds)).toBeLessThan(NOTICE);
    for (const port of [metricsPort, metricsPort + 1])
      await expect
        .poll(async () => Math.abs((await offsetOf(port)) - seconds) < 2, { timeout: NOTICE * 1_000, interval: 500 })
        .toBe(true);
    const before = bookers.booked.size;
    await expect.poll(() => bookers.booked.size, { timeout: 20_000 }).toBeGreaterThan(before + 5);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(linesOfClock().splice(0).length).toBe(2);
    for (const name of ['channel-api', 'channel-worker'])
      expect(linesOfClock().filter((line) => line.name === name)).toEqual([
        expect.objectContaining({
          level: 40,
          msg: expect.stringMatching(
            new RegExp(
              `^This program goes by the clock of Postgres: the clock of this machine is .* ${seconds > 0 ? 'ahead of' : 'behind'} it`,
            ),
          ),
        }),
      ]);
    jump(0);
    await expect.poll(() => linesOfClock().length, { timeout: NOTICE * 1_000 }).toBe(4);
    lines.length = 0;
  }

  // The last jump was back by a day: recurring jobs went on, and go on.
  jump(-24 * HOUR);
  const jumped = new Date();
  await sleep(65_000);
  const [recurring] = await db.$queryRaw<{ last: Date }[]>`
    SELECT last_execution AS last FROM graphile_worker._private_known_crontabs WHERE identifier = 'release-holds'`;
  expect(Math.abs((recurring?.last.getTime() ?? 0) - jumped.getTime())).toBeLessThan(2 * 60_000);
  await bookers.stop();

  const { booked, answers } = bookers;
  const statuses = statusesOf([...answers.booking, ...answers.reading]);
  console.log(`${booked.size} orders, answers ${JSON.stringify(statuses)}`);
  expect(Object.keys(statuses)).toEqual(['200']);
  const { holdExpiresAt } = await db.booking.findFirstOrThrow({ where: { orderId: held.id } });
  expect(holdExpiresAt).not.toBeNull();
  const far = await db.order.count({
    where: {
      id: { not: held.id },
      OR: [{ createdAt: { gt: new Date() } }, { createdAt: { lt: new Date(Date.now() - 600_000) } }],
    },
  });
  expect(far).toBe(0);
  expect((await wrongOrders(db, booked)).lost).toEqual([]);
  expect(await comparePlaces(db)).toMatchObject({ unbalanced: 0 });
});
