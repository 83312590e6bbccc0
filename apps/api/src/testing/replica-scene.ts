import { setTimeout as sleep } from 'node:timers/promises';
import { createPrisma, type PrismaClient, replicasOf } from '@channel/prisma';
import { createFactories, type ReplicatedServer, startReplicated } from '@channel/prisma/testing';
import { pooled, replicasIn } from '../addresses.ts';
import { poolsOf } from '../admission/surface.ts';
import { client, type TestClient } from './client.ts';
import { serve } from './serve.ts';
import { NOW, startServer, type TestServer } from './start-server.ts';

const POOL_SIZE = '6';

/** Statements that replicas answered, and those that the primary answered in their place. */
type Counts = { reads: number; fallBacks: number; onPrimary: number };

/** The API of one process, with the client of its database. */
type Process = { url: string; db: PrismaClient; user: TestClient };

/** An API that reads a replica, and two of its users. */
export type ReplicaScene = {
  servers: ReplicatedServer;
  api: TestServer;
  /** What the API has logged about its database. */
  logged: string[];
  /** Sees all orders of an organization. */
  user: TestClient;
  userId: number;
  /** Sees the same orders. */
  colleague: TestClient;
  /** The same for another organization. */
  other: TestClient;
  orderIds: number[];
  nameOfUser(): Promise<string>;
  /** Gives the user another token. */
  renew(): Promise<void>;
  countsOf(db?: PrismaClient): Counts;
  /** Waits until reads go to the replica. */
  isRead(db?: PrismaClient): Promise<void>;
  /** Another process on the same database, for the same user. */
  another(): Promise<Process>;
  close(): Promise<void>;
};

/** @param orders number of orders of the user */
export async function replicaScene({ orders = 3, env = {} }: { orders?: number; env?: Record<string, string> } = {}) {
  const servers = await startReplicated();
  const logged: string[] = [];
  const onLog = (message: string) => void logged.push(message);
  const api = await startServer({ on: servers, env: { DATABASE_POOL_SIZE: POOL_SIZE, ...env }, onLog });
  const make = createFactories(api.db);
  const seller = await make.userWith(['orders.view-all', 'console.access', 'products.book', 'graphql.query']);
  const colleague = await make.userWith(['orders.view-all']);
  const { id: organizationId } = await make.organization();
  const stranger = await make.userWith(['orders.view-all'], { organizationId });
  const orderIds: number[] = [];
  for (let index = 0; index < orders; index++) orderIds.push((await make.order()).id);
  const closing: (() => Promise<unknown>)[] = [];
  const { db } = api.services;
  const user = await client(api, seller.id);
  const mate = await client(api, colleague.id);
  const other = await client(api, stranger.id);
  await servers.replica.caughtUp();

  const replicas = (of = db) => {
    const found = replicasOf(of);
    if (!found) throw new Error('The client has no replica.');
    return found;
  };
  const scene: ReplicaScene = {
    servers,
    api,
    logged,
    user,
    userId: seller.id,
    colleague: mate,
    other,
    orderIds,
    nameOfUser: async () => (await api.db.user.findUniqueOrThrow({ where: { id: seller.id } })).username,
    async renew() {
      scene.user = await client(api, seller.id);
    },
    countsOf(of) {
      const { all, onPrimary } = replicas(of);
      const sum = (count: 'reads' | 'fallBacks') => all.reduce((total, each) => total + each[count], 0);
      return { reads: sum('reads'), fallBacks: sum('fallBacks'), onPrimary };
    },
    async isRead(of) {
      while (!replicas(of).isUsable) await sleep(20);
    },
    async another() {
      const { settings } = api;
      const own = createPrisma({ ...pooled(settings), replicas: replicasIn(settings), shares: poolsOf(settings) });
      const { app, url } = await serve({ db: own, settings, clock: () => NOW, media: api.media });
      closing.push(async () => {
        await app.close();
        await own.$disconnect();
      });
      return { url, db: own, user: await client({ ...api, url }, seller.id) };
    },
    async close() {
      for (const close of closing) await close();
      await api.close();
      await servers.stop();
    },
  };
  return scene;
}
