import { createPrisma, replicasOf } from '@channel/prisma';
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
    if (unused.length > 0)
      return problem(unused.map(({ name, reason }) => `${name} is not read: ${reason}`).join('; '));
    return fine(found.map(({ name }) => `${name} is read`).join(', '));
  } finally {
    await db.$disconnect();
  }
};
