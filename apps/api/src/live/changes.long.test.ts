import { setTimeout as sleep } from 'node:timers/promises';
import { startFamily } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { createWorld, type World } from '@channel/webhooks/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chance, crashable, freePort } from '../events/testing/crashable.ts';
import { end, environmentOn, startProcess } from '../events/testing/programs.ts';

/*
 * No change of the feed is lost or comes twice: API and worker are killed while orders change and one transaction stays
 * open. The whole measurement: FEED_CHANGES=100000 FEED_SECONDS=900.
 */

const number = (name: string, standard: number) => Number(process.env[name] ?? standard);
const CHANGES = number('FEED_CHANGES', 20_000);
const KILLS = number('FEED_KILLS', 20);
const OPEN_MS = number('FEED_OPEN_SECONDS', 60) * 1_000;
const WRITERS = 6;
const ORDERS_OF_ONE = 50;
/** Changes of the transaction that commits last. */
const LATE = 50;
/** After this time the writers stop, however often the programs were killed. */
const MAX_MS = number('FEED_SECONDS', 420) * 1_000;

let database: TestDatabase;
let world: World;
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await testDatabase();
  world = createWorld(database.db);
});
afterEach(async () => {
  await Promise.allSettled(ends.splice(0).map((endIt) => endIt()));
  await database.drop();
});

async function installation() {
  const port = await freePort();
  const env = environmentOn(database.application, {
    API_PORT: String(port),
    GRAPHQL_COST_PER_MINUTE: '0',
    // The login of the test must outlast a busy machine.
    ACCESS_TOKEN_SECONDS: '86400',
  });
  const staff = await world.userWith(['orders.view-all', 'graphql.query'], { clientId: null });
  const { accessToken } = await startFamily(database.db, staff.id, new Date(), loadSettings(env));
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  return { env, url: `http://127.0.0.1:${port}/graphql`, headers };
}
type Installation = Awaited<ReturnType<typeof installation>>;

const NODES = 'nodes { orderId version } endCursor hasNextPage';
const QUERY = `query ($after: String) { page: orderEvents(after: $after, first: 500, waitSeconds: 5) { ${NODES} } }`;
const STREAM = `subscription ($after: String) { page: orderEvents(after: $after, first: 200) { ${NODES} } }`;
const CHANGE = `mutation ($ids: [SafeInt!]!, $code: String) {
  updateOrders(orders: { ids: $ids }, input: { referenceCode: $code }) { orders { id: databaseId } } }`;

type Page = { nodes: { orderId: number; version: number }[]; endCursor: string };
type Answer = { data?: { page?: Page } | null; errors?: unknown };

/** Sends an operation; undefined where the API was killed or is not up yet. */
const send = async ({ url, headers }: Installation, query: string, variables: object): Promise<Answer | undefined> => {
  const request = { method: 'POST', headers: { ...headers, accept: 'application/json' } };
  return fetch(url, { ...request, body: JSON.stringify({ query, variables }) })
    .then(
      (response) => response.json() as Promise<Answer>,
      () => undefined,
    )
    .catch(() => undefined);
};

/** What a reader has seen, as `order:version`, and the cursor behind it: kept together, as a tool would keep them. */
type Reader = { seen: string[]; after: string | null };

const take = (reader: Reader, { nodes, endCursor }: Page) => {
  reader.seen.push(...nodes.map(({ orderId, version }) => `${orderId}:${version}`));
  reader.after = endCursor;
};

async function poll(place: Installation, reader: Reader, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const page = (await send(place, QUERY, { after: reader.after }))?.data?.page;
    if (page) take(reader, page);
    else await sleep(100);
  }
}

/** Follows the stream, and resumes it by the id of the last whole event whenever it breaks. */
async function stream({ url, headers }: Installation, reader: Reader, isOver: () => boolean): Promise<number> {
  let resumes = -1;
  while (!isOver()) {
    const last: Record<string, string> = reader.after === null ? {} : { 'last-event-id': reader.after };
    const controller = new AbortController();
    const watch = setInterval(() => isOver() && controller.abort(), 200);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, accept: 'text/event-stream', ...last },
        body: JSON.stringify({ query: STREAM }),
        signal: controller.signal,
      });
      resumes += 1;
      let text = '';
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = /^data: (\{.*)$/m.exec(block)?.[1];
          const page = data === undefined ? undefined : (JSON.parse(data) as Answer).data?.page;
          if (!page) continue;
          expect(/^id: (.*)$/m.exec(block)?.[1]).toBe(page.endCursor);
          take(reader, page);
        }
      }
    } catch {
      // The API was killed.
    } finally {
      clearInterval(watch);
    }
    await sleep(50);
  }
  return resumes;
}

/** The negative control: the highest id of the audit log that was seen is the cursor. */
async function pollByIds(seen: Set<bigint>, isOver: () => boolean): Promise<void> {
  for (let last = 0n; ; await sleep(5)) {
    const isLast = isOver();
    const where = { id: { gt: last }, entity: 'order' };
    const rows = await database.db.auditEntry.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
    for (const { id } of rows) seen.add(id);
    last = rows.at(-1)?.id ?? last;
    if (isLast) return;
  }
}

describe('the change feed', () => {
  it('loses and repeats nothing while API and worker are killed and a transaction stays open', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const place = await installation();
    const ids: number[] = [];
    for (let count = 0; count < WRITERS * ORDERS_OF_ONE; count += 1) ids.push((await world.order()).id);
    const slow: { id: number; issuerId: number; organizationId: number }[] = [];
    for (let count = 0; count < LATE; count += 1) slow.push(await world.order());
    const [api, worker] = ['main.ts' as const, 'worker.ts' as const].map((file, index) =>
      crashable(file, place.env, chance(seed + index)),
    ) as [ReturnType<typeof crashable>, ReturnType<typeof crashable>];
    ends.push(
      async () => end(await api.spare()),
      async () => end(await worker.spare()),
    );
    const limit = performance.now() + MAX_MS;
    let isOver = false;
    const [polled, streamed]: Reader[] = [
      { seen: [], after: null },
      { seen: [], after: null },
    ] as [Reader, Reader];
    const byIds = new Set<bigint>();
    const reading = Promise.all([
      poll(place, polled, () => isOver),
      stream(place, streamed, () => isOver),
      pollByIds(byIds, () => isOver),
    ]);
    // It writes its changes first and commits last.
    let seenMeanwhile = 0;
    const open = database.db.$transaction(
      async (tx) => {
        await tx.auditEntry.createMany({
          data: slow.map(({ id, organizationId, issuerId }) => ({
            at: new Date(),
            channel: 'api',
            action: 'order.update',
            entity: 'order',
            entityId: id,
            organizationId,
            actorId: issuerId,
          })),
        });
        const began = polled.seen.length;
        for (let waited = 0; waited < OPEN_MS; waited += 500) {
          await tx.$queryRaw`SELECT 1`;
          await sleep(500);
        }
        seenMeanwhile = polled.seen.length - began;
      },
      { timeout: OPEN_MS * 2 + 60_000, maxWait: 10_000 },
    );
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const own = ids.slice(writer * ORDERS_OF_ONE, (writer + 1) * ORDERS_OF_ONE);
      for (let made = 0; made * WRITERS < CHANGES || api.deaths() < KILLS || worker.deaths() < KILLS; ) {
        if (performance.now() > limit) break;
        const answer = await send(place, CHANGE, { ids: own, code: `${writer}-${made}` });
        if (answer?.data && !answer.errors) made += own.length;
        else await sleep(50);
        // The rest of the time only serves the kills.
        if (made * WRITERS >= CHANGES) await sleep(500);
      }
    });
    await Promise.all([...writers, open]);
    const deaths = [api.deaths(), worker.deaths()];
    await api.spare();
    await worker.spare();
    const lines = await database.db.auditEntry.findMany({
      where: { entity: 'order' },
      select: { id: true, entityId: true, version: true },
    });
    const isComplete = () => polled.seen.length >= lines.length && streamed.seen.length >= lines.length;
    for (const patience = performance.now() + 60_000; !isComplete() && performance.now() < patience; ) await sleep(200);
    isOver = true;
    const [, resumes] = await reading;

    const committed = lines.map(({ entityId, version }) => `${entityId}:${version}`).sort();
    for (const { seen } of [polled, streamed]) {
      expect([...seen].sort()).toEqual(committed);
      const last = new Map<string, number>();
      for (const [order = '', version] of seen.map((entry) => entry.split(':'))) {
        expect(Number(version)).toBeGreaterThan(last.get(order) ?? 0);
        last.set(order, Number(version));
      }
    }
    // Otherwise the writers were stopped by the time limit, and this shows less than it says.
    expect(lines.length).toBeGreaterThanOrEqual(CHANGES);
    for (const count of deaths) expect(count).toBeGreaterThanOrEqual(KILLS);
    expect(seenMeanwhile).toBeGreaterThan(0);
    const lost = lines.filter(({ id }) => !byIds.has(id)).length;
    expect(lost).toBeGreaterThanOrEqual(LATE);
    console.log(
      `seed ${seed}: ${lines.length} changes, API killed ${deaths[0]} times, worker ${deaths[1]} times; ` +
        `${seenMeanwhile} changes read while one transaction stayed open ${OPEN_MS / 1_000} s, stream resumed ${resumes} times; ` +
        `0 lost, 0 doubled, and ${lost} lost by a reader of ids`,
    );
  });

  it('reports a change soon after its commit', async () => {
    const place = await installation();
    const api = await startProcess('main.ts', place.env);
    ends.push(() => end(api));
    const { id, organizationId } = await world.order();
    const arrivals: number[] = [];
    let isOver = false;
    const reader: Reader = {
      after: null,
      seen: Object.assign([], {
        push: (...entries: string[]) => arrivals.push(...entries.map(() => performance.now())),
      }),
    };
    const reading = stream(place, reader, () => isOver);
    await sleep(2_000);
    const commits: number[] = [];
    for (let count = 0; count < 200; count += 1) {
      await database.db.auditEntry.create({
        data: { at: new Date(), channel: 'api', action: 'order.update', entity: 'order', entityId: id, organizationId },
      });
      commits.push(performance.now());
      await sleep(150);
    }
    await expect.poll(() => arrivals.length, { timeout: 20_000 }).toBe(200);
    isOver = true;
    await reading;
    const latencies = commits.map((at, index) => (arrivals[index] ?? 0) - at).sort((one, other) => one - other);
    const at = (share: number) => latencies[Math.floor(share * latencies.length)]?.toFixed(1);
    console.log(`commit to reader over SSE, 200 changes: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms`);
  });
});
