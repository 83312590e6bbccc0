import type { Settings } from '@channel/settings';
import { poolsOf } from './admission/surface.ts';

/** Connections of an API process for live views and for its sign of life. */
const BESIDE_API = 2;

/** Connections of a worker for its signs of life and for maintenance. */
const BESIDE_WORKER = 4;

/** Queues of a worker. */
const QUEUES = 2;

type Sizes = Pick<Settings, 'apiProcesses' | 'databasePoolSize' | 'limitInProgress' | 'databaseDirectUrl'>;

/**
 * The connections of each queue to Postgres itself. With a pooler there are many workers: each queue listens on one of
 * them, and takes and ends its jobs on the other.
 */
export const queueConnections = ({ databaseDirectUrl }: Pick<Sizes, 'databaseDirectUrl'>): number =>
  databaseDirectUrl === null ? 5 : 2;

/** Maximum connections to Postgres itself of one API process. */
export const apiConnections = (settings: Sizes): number =>
  throughNoPooler(
    settings,
    Object.values(poolsOf(settings)).reduce((sum, size) => sum + size, 0),
  ) + BESIDE_API;

/** The same of one worker. */
export const workerConnections = (settings: Sizes): number =>
  throughNoPooler(settings, settings.databasePoolSize) + QUEUES * queueConnections(settings) + BESIDE_WORKER;

/** Those of a pool, and one for probing the database: all are the pooler's, if there is one. */
const throughNoPooler = ({ databaseDirectUrl }: Sizes, size: number): number =>
  databaseDirectUrl === null ? size + 1 : 0;

/** Maximum connections to Postgres itself of the API processes and one worker together. The console has none. */
export const maxConnections = (settings: Sizes): number =>
  settings.apiProcesses * apiConnections(settings) + workerConnections(settings);
