import { createPrisma, replicasOf, TAKES_WRITES } from '@channel/prisma';
import { replicasIn } from '../addresses.ts';
import { type Check, fine, problem, warning } from './check.ts';

/** Whether the replicas are read. Like the programs, it writes the time into the row that shows how far replicas are. */
export const replicas: Check = async ({ database, settings }) => {
  const options = replicasIn(settings);
  if (!options) return fine('there are none');
  if (!database) return warning('not checked without the database');
  const db = createPrisma({
    connectionString: database.connectionString,
    isPooled: database.direct !== undefined,
    poolSize: 1,
    applicationName: 'channel-doctor',
    replicas: options,
  });
  try {
    const found = (await replicasOf(db)?.examine()) ?? [];
    const unused = found.filter(({ reason }) => reason !== undefined);
    const text = unused.map(({ name, reason }) => `${name} is not read: ${reason}`).join('; ');
    // Of a pair whose nodes are both named, one takes writes.
    if (unused.length > 0) return unused.every(({ reason }) => reason === TAKES_WRITES) ? warning(text) : problem(text);
    return fine(found.map(({ name }) => `${name} is read`).join(', '));
  } finally {
    await db.$disconnect();
  }
};
