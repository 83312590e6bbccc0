import type { Settings } from '@channel/settings';
import { poolsOf } from './admission/surface.ts';

/** Connections for live views and for probing the database. */
const BESIDE_API = 2;

/** Connections for the queue, its locks and for probing the database. */
const BESIDE_WORKER = 14;

type Sizes = Pick<Settings, 'apiProcesses' | 'databasePoolSize' | 'limitInProgress'>;

/** Maximum connections to Postgres of the API processes and one worker together. The console has none. */
export function maxConnections(settings: Sizes): number {
  const ofApi = Object.values(poolsOf(settings)).reduce((sum, size) => sum + size, BESIDE_API);
  return settings.apiProcesses * ofApi + settings.databasePoolSize + BESIDE_WORKER;
}
