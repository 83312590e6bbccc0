import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Explained } from '../set-up/progress.mjs';
import { buildBaseSystem } from './base-system.ts';
import { type Engine, startEngine } from './engine.ts';
import { deployed, engineFiles, replaced } from './engine-files.ts';
import { ownNetwork } from './own-network.ts';

/*
 * The engines of a fleet on the addresses of loopback: etcd, two nodes of Postgres under Patroni, PgBouncer and HAProxy, with
 * the configurations of deploy/fleet, whose addresses 10.0.0.x are 127.x.y.x here.
 */

export const NODES = ['postgres-1', 'postgres-2'] as const;
export type Node = (typeof NODES)[number];

/** The roles of the database, each with a password. */
type Passwords = Record<'superuser' | 'replication' | 'rewind' | 'owner' | 'application' | 'maintenance', string>;

/** Milliseconds for an engine to become what is waited for: a vanished leader is missed after 20 s. */
const PATIENCE = 90_000;

export type Fleet = {
  /** The address of a machine, by its last number in deploy/fleet. */
  address(machine: number): string;
  /** A folder for pictures, which is deleted with the rest. */
  mediaDir: string;
  /** The database by PgBouncer, by the leader alone, by standbys, and the latter two for other roles. */
  addresses: Record<'pooled' | 'direct' | 'replica' | 'nodes' | 'owner' | 'maintenance' | 'superuser', string>;
  /** The node that takes writes. @throws when none does in time */
  leader(): Promise<Node>;
  /** Waits until a standby confirms each commit. @returns it */
  synchronousStandby(): Promise<Node>;
  /** Ends Patroni and Postgres of a node at once, as when its machine loses power. */
  kill(node: Node): Promise<void>;
  /** Starts a node that was killed. */
  start(node: Node): void;
  /** Makes another node the leader, as for maintenance. */
  switchOver(from: Node, to: Node): Promise<void>;
  /** Sends Patroni a change of its configuration in etcd. */
  configure(change: object): Promise<void>;
  /** Ends everything and deletes its data. */
  stop(): Promise<void>;
};

/** Starts the engines, and creates the roles and the empty database. */
export async function startFleet(): Promise<Fleet> {
  await buildBaseSystem();
  const network = ownNetwork();
  const address = (machine: number) => `${network}${machine}`;
  const passwords = Object.fromEntries(
    ['superuser', 'replication', 'rewind', 'owner', 'application', 'maintenance'].map((role) => [
      role,
      randomBytes(18).toString('base64url'),
    ]),
  ) as Passwords;
  const { inside, write, makeFolder, outside, remove } = engineFiles();
  const mediaDir = outside('media');
  const configuration = (name: string, by: Readonly<Record<string, string>> = {}) =>
    deployed(name, { '10.0.0.': network, ...by });

  const engines = new Map<string, Engine>();
  const start = (name: string, command: string[]) => void engines.set(name, startEngine(name, command));
  const startNode = (node: Node) => start(node, ['patroni', `${inside}/${node}.yml`]);
  const stop = async () => {
    for (const engine of [...engines.values()].reverse()) await engine.kill();
    remove();
  };
  try {
    const urls = (port: number) => `http://${address(31)}:${port}`;
    start('etcd', [
      ...[
        'etcd',
        '--data-dir',
        `${inside}/etcd`,
        '--listen-client-urls',
        urls(2379),
        '--advertise-client-urls',
        urls(2379),
      ],
      ...['--listen-peer-urls', urls(2380), '--initial-advertise-peer-urls', urls(2380)],
      ...['--initial-cluster', `default=${urls(2380)}`],
    ]);
    for (const [index, node] of NODES.entries()) {
      makeFolder(node);
      const second: Record<string, string> =
        index === 0 ? {} : { 'name: postgres-1': `name: ${node}`, [`${network}21`]: address(22) };
      write(
        `${node}.yml`,
        replaced(
          configuration('patroni.yml', {
            '/var/lib/postgresql': `${inside}/${node}`,
            [`${network}0/24`]: '127.0.0.0/8',
            SUPERUSER_PASSWORD: passwords.superuser,
            REPLICATION_PASSWORD: passwords.replication,
            REWIND_PASSWORD: passwords.rewind,
          }),
          second,
        ),
      );
      startNode(node);
    }
    start('haproxy', ['haproxy', '-db', '-f', write('haproxy.cfg', configuration('haproxy.cfg'))]);
    const users = write('userlist.txt', `"channel_application" "${passwords.application}"\n`);
    const pgbouncer = configuration('pgbouncer.ini', {
      '/etc/pgbouncer/userlist.txt': users,
      '/var/log/postgresql': inside,
      '/run/postgresql': inside,
    });
    start('pgbouncer', ['pgbouncer', write('pgbouncer.ini', pgbouncer)]);

    const url = (role: string, password: string, port: number, database = 'channel', machine = 10) =>
      `postgres://${role}:${password}@${address(machine)}:${port}/${database}`;
    const nodes = [21, 22].map((node) => url('channel_application', passwords.application, 5432, 'channel', node));
    const addresses = {
      pooled: url('channel_application', passwords.application, 6432),
      direct: url('channel_application', passwords.application, 5432),
      replica: url('channel_application', passwords.application, 5433),
      nodes: nodes.join(','),
      owner: url('channel_owner', passwords.owner, 5432),
      maintenance: url('channel_maintenance', passwords.maintenance, 5432),
      superuser: url('postgres', passwords.superuser, 5432),
    };
    const patroni = async (path: string, method = 'GET', body?: object): Promise<Response> => {
      for (const machine of [21, 22]) {
        const request = { method, ...(body && { body: JSON.stringify(body) }), signal: AbortSignal.timeout(15_000) };
        const answer = await fetch(`http://${address(machine)}:8008${path}`, request).catch(() => undefined);
        if (answer) return answer;
      }
      throw new Explained('No node of Patroni answers.');
    };
    type Member = { name: Node; role: string; state: string };
    const member = (what: string, is: (found: Member) => boolean) =>
      until(what, engines, async () => {
        const { members }: { members?: Member[] } = await (await patroni('/cluster')).json();
        return members?.find((each) => ['running', 'streaming'].includes(each.state) && is(each))?.name;
      });
    const leader = () => member('a leader', ({ role }) => role === 'leader');
    await leader();
    await until('the leader behind HAProxy', engines, () =>
      createDatabase({ ...addresses, superuser: url('postgres', passwords.superuser, 5432, 'postgres') }, passwords),
    );
    const synchronousStandby = () => member('a synchronous standby', ({ role }) => role === 'sync_standby');
    await synchronousStandby();
    return {
      address,
      mediaDir,
      addresses,
      leader,
      synchronousStandby,
      kill: async (node) => {
        const engine = engines.get(node);
        engines.delete(node);
        await engine?.kill();
      },
      start: startNode,
      switchOver: async (from, to) => {
        const answer = await patroni('/switchover', 'POST', { leader: from, candidate: to });
        if (!answer.ok) throw new Explained(`Patroni refuses the switch-over: ${await answer.text()}`);
      },
      configure: async (change) => {
        const answer = await patroni('/config', 'PATCH', change);
        if (!answer.ok) throw new Explained(`Patroni refuses the configuration: ${await answer.text()}`);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createDatabase(addresses: { superuser: string }, passwords: Passwords): Promise<true | undefined> {
  const client = new pg.Client({ connectionString: addresses.superuser, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    for (const role of ['owner', 'application', 'maintenance'] as const)
      await client.query(
        `create role channel_${role} login password ${pg.escapeLiteral(passwords[role])} ${role === 'owner' ? 'createrole' : ''}`,
      );
    await client.query('create database channel owner channel_owner');
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw error;
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

async function until<T>(what: string, engines: Map<string, Engine>, find: () => Promise<T | undefined>): Promise<T> {
  const ended = () => [...engines.values()].some((engine) => engine.hasEnded());
  for (const end = performance.now() + PATIENCE; performance.now() < end && !ended(); await sleep(100)) {
    const found = await find().catch((error: unknown) => {
      if (error instanceof pg.DatabaseError) throw error;
    });
    if (found !== undefined) return found;
  }
  const words = [...engines.values()].map(
    (engine) => `${engine.name}${engine.hasEnded() ? ' (ended)' : ''}: ${engine.lastWords().slice(-600)}`,
  );
  throw new Explained(`There is no ${what}${ended() ? '' : ` after ${PATIENCE / 1_000} s`}.\n${words.join('\n')}`);
}
