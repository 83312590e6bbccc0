import { createPrisma } from '@channel/prisma';
import { backup, walForBackups } from './backup-check.ts';
import { type Check, type Examined, type Finding, type Installation, problem, reasonOf, run } from './check.ts';
import {
  clock,
  connections,
  ids,
  key,
  latestEntry,
  maintenance,
  migrations,
  owner,
  rights,
  timeouts,
  version,
} from './database-checks.ts';
import { locale } from './locale-check.ts';
import { disk, mail, storage } from './machine-checks.ts';
import { outbox } from './outbox-check.ts';
import { quotas } from './quotas-check.ts';
import { replicas } from './replicas-check.ts';

export type { Finding } from './check.ts';
export { keyViolation } from './try-key.ts';

/** The checks, in the order in which an operator mends what they find. */
const CHECKS: Readonly<Record<string, Check>> = {
  Database: version,
  Migrations: migrations,
  Locale: locale,
  Ids: ids,
  'Role of the programs': rights,
  'Role for migrations': owner,
  'Role for maintenance': maintenance,
  'Time-outs': timeouts,
  Replicas: replicas,
  Connections: connections,
  Quotas: quotas,
  Clock: clock,
  'Latest entry': latestEntry,
  SECRET_KEY: key,
  'Storage of files': storage,
  Disk: disk,
  Mail: mail,
  'Outbox of mail': outbox,
  Backup: backup,
  'WAL for backups': walForBackups,
};

/**
 * Runs all checks of an installation, one after another. Yields each finding with the name of its check. If the database
 * can't be used, the checks that need it are left out.
 */
export async function* examine(installation: Installation): AsyncGenerator<Finding & { name: string }> {
  const examined: Examined = { ...installation };
  let unreadable: Finding | undefined;
  try {
    const addresses = installation.addresses();
    if (addresses)
      examined.database = {
        ...addresses,
        db: createPrisma({
          connectionString: addresses.connectionString,
          isPooled: addresses.direct !== undefined,
          poolSize: 1,
          applicationName: 'channel-doctor',
        }),
      };
  } catch (error) {
    unreadable = problem(reasonOf(error));
  }
  const opened = examined.database?.db;
  try {
    for (const [name, check] of Object.entries(CHECKS)) {
      const finding = (check === version && unreadable) || (await run(check, examined));
      if (check === version && finding.state === 'problem') examined.database = undefined;
      yield { name, ...finding };
    }
  } finally {
    await opened?.$disconnect();
  }
}
