import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFamily } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { createWorld, type Receiver, startReceiver, type World } from '@channel/webhooks/testing';
import { freePort } from '../../events/testing/crashable.ts';
import { type Environment, end, environmentOn, launch, untilReady } from '../../events/testing/programs.ts';
import type { Line } from '../../testing/logged-server.ts';

/** The API and a worker in their own processes, a receiver of webhooks and somebody who books. */
export type TracedPrograms = {
  url: string;
  database: TestDatabase;
  world: World;
  receiver: Receiver;
  accessToken: string;
  /** The lines that the API has logged. */
  lines(): Line[];
  /** Waits for the line of a request. @throws after ten seconds */
  lineOf(requestId: string | null): Promise<Line>;
  /** The path for bookings, and the body of one. */
  booking: { path: string; body: object };
  /** Sends a request as this user. */
  send(path: string, options?: { method?: string; body?: object; headers?: Record<string, string> }): Promise<Response>;
  /** Ends API and worker by SIGTERM. @returns their exit codes */
  stop(): Promise<(number | null)[]>;
  close(): Promise<void>;
};

const TIMEOUT = 10_000;
const EVENT_KINDS = '{"create":"order-created","update":"order-updated"}';

/** The data of passengers, which no trace may hold. */
export const PASSENGERS = {
  leader: { first_name: 'Adalovelace', last_name: 'Byronescu', email: 'adalovelace@guest.example' },
  passengers: [{ first_name: 'Marysomer', last_name: 'Villeneuve' }],
};

/** Starts the programs. */
export async function startPrograms(more: Environment): Promise<TracedPrograms> {
  const database = await testDatabase();
  const world = createWorld(database.db);
  const receiver = await startReceiver();
  await world.endpoint(receiver.url);
  const env = environmentOn(database.application, {
    API_PORT: String(await freePort()),
    LOG_LEVEL: 'info',
    EVENT_KINDS,
    ...more,
  });
  const staff = await world.userWith([
    'orders.view-all',
    'products.book',
    'orders.contact',
    'graphql.query',
    'console.access',
  ]);
  const { accessToken } = await startFamily(database.db, staff.id, new Date(), loadSettings(env));
  const offer = await world.offer([staff.role.id], {
    departure: { capacity: 500, date: new Date(Date.now() + 7 * 86_400_000) },
  });
  const rate = await database.db.departureRate.findFirstOrThrow({ where: { availabilityId: offer.departure.id } });
  const programs = [launch('main.ts', env, 'pipe'), launch('worker.ts', env, 'pipe')] as const;
  const lines = linesOf(programs[0]);
  programs[1].stdout?.resume();
  await Promise.all(programs.map(untilReady));
  const url = `http://127.0.0.1:${env.API_PORT}`;
  const stop = async () => {
    await Promise.all(programs.map((program) => end(program)));
    return programs.map(({ exitCode }) => exitCode);
  };
  return {
    url,
    database,
    world,
    receiver,
    accessToken,
    lines: () => [...lines],
    async lineOf(requestId) {
      const find = () => lines.find(({ reqId }) => reqId === requestId);
      for (const limit = performance.now() + TIMEOUT; !find(); await sleep(10)) {
        if (performance.now() > limit) throw new Error(`The request ${requestId} has no line.`);
      }
      return find() ?? { level: 0, msg: '' };
    },
    booking: {
      path: `/v1/pos/roles/${staff.role.id}/service_levels/${offer.level.id}/orders`,
      body: { ...PASSENGERS, details: { availability_id: rate.id } },
    },
    send: (path, { method = 'POST', body, headers = {} } = {}) =>
      fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    stop,
    async close() {
      await stop();
      await receiver.close();
      await database.drop();
    },
  };
}

function linesOf(program: ChildProcess): Line[] {
  const lines: Line[] = [];
  if (!program.stdout) throw new Error('The output of the program is not piped.');
  createInterface({ input: program.stdout }).on('line', (line) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line));
  });
  return lines;
}
