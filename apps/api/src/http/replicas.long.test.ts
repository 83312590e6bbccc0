import { setTimeout as sleep } from 'node:timers/promises';
import { replicasOf } from '@channel/prisma';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReplicaScene, replicaScene } from '../testing/index.ts';
import { writeThenRead } from '../testing/write-then-read.ts';

/*
 * The figures of docs/operations.md, Replicas.
 */

const DELAY = 2_000;

let scene: ReplicaScene;
beforeAll(async () => {
  scene = await replicaScene({ orders: 10 });
}, 120_000);
afterAll(() => scene?.close(), 120_000);

const replicas = () => {
  const found = replicasOf(scene.api.services.db);
  if (!found) throw new Error('The API has no replica.');
  return found;
};

/** A list of orders, in milliseconds. */
async function listed(): Promise<number> {
  const began = performance.now();
  expect((await scene.user.get('/v1/orders')).status).toBe(200);
  return performance.now() - began;
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

describe('a replica', () => {
  it('answers most lists under a mixed load', async () => {
    await scene.isRead();
    const before = scene.countsOf();
    const { user, other, orderIds } = scene;
    const writes = (async () => {
      for (let round = 0; round < 100; round++) {
        const id = orderIds[round % orderIds.length];
        const body = { leader: { first_name: `Mixed${round}` } };
        expect((await user.patch(`/v1/orders/${id}`, { body })).status).toBe(200);
        await sleep(20);
      }
    })();
    const reads = [user, other].map(async (reader) => {
      for (let round = 0; round < 300; round++) expect((await reader.get('/v1/orders')).status).toBe(200);
    });
    await Promise.all([writes, ...reads]);
    const { reads: onReplica, onPrimary } = scene.countsOf();
    const share = (onReplica - before.reads) / (onReplica - before.reads + onPrimary - before.onPrimary);
    console.log(`share at the replica: ${share.toFixed(3)}`);
    expect(share).toBeGreaterThan(0.5);
  });

  it('costs a list little', async () => {
    const ratios: number[] = [];
    const times: [on: number, off: number][] = [];
    for (let run = 0; run < 5; run++) {
      const [on, off]: [number[], number[]] = [[], []];
      for (let round = 0; round < 60; round++) {
        await scene.isRead();
        on.push(await listed());
        replicas().choose = () => undefined;
        off.push(await listed());
        Reflect.deleteProperty(replicas(), 'choose');
      }
      times.push([median(on), median(off)]);
      ratios.push(median(on) / median(off));
    }
    console.log('a list with the replica and without, ms:', times, 'ratio', median(ratios));
    expect(median(ratios)).toBeLessThan(2);
  });

  it('never shows 1,000 changes too late', async () => {
    await scene.servers.replica.delay(DELAY);
    const { user: reader, db } = await scene.another();
    await scene.isRead(db);
    const before = scene.countsOf();
    let isOver = false;
    const others = (async () => {
      while (!isOver) expect((await scene.other.get('/v1/orders')).status).toBe(200);
    })();
    expect(await writeThenRead({ writer: scene.user, reader, orderIds: scene.orderIds, rounds: 100 })).toEqual({
      stale: 0,
      failed: 0,
    });
    isOver = true;
    await others;
    const { reads } = scene.countsOf();
    console.log(`lists of another caller at the replica meanwhile: ${reads - before.reads}`);
    expect(reads - before.reads).toBeGreaterThan(0);
  });

  it('would show nearly all of them too late without stamps', async () => {
    const { user: reader, db } = await scene.another();
    await scene.isRead(db);
    const [row] = await scene.api.db.$queryRaw<{ text: string }[]>`
      SELECT pg_get_functiondef('add_change_stamp'::regproc) AS text`;
    await scene.api.db.$executeRawUnsafe(`CREATE OR REPLACE FUNCTION add_change_stamp(stamped text, of_subject bigint)
      RETURNS void LANGUAGE sql VOLATILE AS ''`);
    const found = await writeThenRead({ writer: scene.user, reader, orderIds: scene.orderIds, rounds: 100 });
    await scene.api.db.$executeRawUnsafe(row?.text ?? '');
    await scene.servers.replica.delay(0);
    await scene.servers.replica.caughtUp();
    console.log('without stamps:', found);
    expect(found.stale).toBeGreaterThan(100);
  });

  it('that goes away ten times makes no error, and without the fall-back it does', async () => {
    const errorsWith = async (rounds: number) => {
      const statuses: number[] = [];
      let isOver = false;
      const load = Array.from({ length: 4 }, async () => {
        while (!isOver) statuses.push((await scene.user.get('/v1/orders')).status);
      });
      for (let round = 0; round < rounds; round++) {
        await scene.isRead();
        await sleep(200);
        await scene.servers.replica.kill();
        await sleep(300);
        await scene.servers.replica.start();
      }
      isOver = true;
      await Promise.all(load);
      return { requests: statuses.length, errors: statuses.filter((status) => status !== 200).length };
    };
    const with10 = await errorsWith(10);
    console.log('ten times away:', with10, scene.countsOf());
    expect(with10.errors).toBe(0);
    const [replica] = replicas().all;
    if (replica) replica.read = (run) => run();
    const without = await errorsWith(5);
    console.log('without the fall-back:', without);
    expect(without.errors).toBeGreaterThan(0);
  });
});
