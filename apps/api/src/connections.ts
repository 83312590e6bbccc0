import type { Settings } from '@channel/settings';
import { poolsOf } from './admission/surface.ts';

/** For live views and for probing the database. */
const BESIDE_API = 2;

/** For the queue, its locks and for probing the database. */
const BESIDE_WORKER = 14;

type Sizes = Pick<Settings, 'apiProcesses' | 'databasePoolSize' | 'limitInProgress'>;

/** Most connections to Postgres that the processes of the API and one worker have together. The console has none. */
export function maxConnections(settings: Sizes): number {
  const ofApi = Object.values(poolsOf(settings)).reduce((sum, size) => sum + size, BESIDE_API);
  return settings.apiProcesses * ofApi + settings.databasePoolSize + BESIDE_WORKER;
}
