import { type PrismaClient, replicasOf, TAKES_WRITES } from '@channel/prisma';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Adds the reads by server, and the state of replicas, to each scrape. Without replicas they have no values. */
export function watchReplicas(registry: Registry, db: PrismaClient): void {
  const registers = [registry];
  const all = () => replicasOf(db)?.all ?? [];
  new Counter({
    name: 'channel_replica_reads_total',
    help: 'Reads that replicas may answer: statements by replica, and operations that the primary answered instead.',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset();
      const replicas = replicasOf(db);
      if (replicas) this.inc({ server: 'primary' }, replicas.onPrimary);
      for (const { name, reads } of all()) this.inc({ server: name }, reads);
    },
  });
  new Counter({
    name: 'channel_replica_fallbacks_total',
    help: 'Statements that failed on a replica, and that the primary executed in its place.',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset();
      for (const { name, fallBacks } of all()) this.inc({ server: name }, fallBacks);
    },
  });
  new Gauge({
    name: 'channel_replica_lag_seconds',
    help: 'How far a replica is behind, at most; no value where it is not known.',
    labelNames: ['server'],
    aggregator: 'max',
    registers,
    collect() {
      this.reset();
      for (const { name, lag } of all()) if (lag !== undefined) this.set({ server: name }, lag / 1_000);
    },
  });
  new Gauge({
    name: 'channel_replica_used',
    help: 'Whether a replica is read: 1 or 0.',
    labelNames: ['server'],
    aggregator: 'min',
    registers,
    collect() {
      this.reset();
      for (const { name, reason } of all()) this.set({ server: name }, reason === undefined ? 1 : 0);
    },
  });
  new Gauge({
    name: 'channel_replica_primary',
    help: 'Whether an address of a replica takes writes, so that it is not read: 1 or 0.',
    labelNames: ['server'],
    aggregator: 'min',
    registers,
    collect() {
      this.reset();
      for (const { name, reason } of all()) this.set({ server: name }, reason === TAKES_WRITES ? 1 : 0);
    },
  });
}
