import { type Check, type Finding, type Installation, run } from './check.ts';
import { clock, connections, key, migrations, role, timeouts, version } from './database-checks.ts';
import { disk, mail, storage } from './machine-checks.ts';

export type { Finding } from './check.ts';

/** The checks, in the order in which an operator mends what they find. */
const CHECKS: Readonly<Record<string, Check>> = {
  Database: version,
  Migrations: migrations,
  'Time-outs': timeouts,
  Connections: connections,
  'Role of the programs': role,
  Clock: clock,
  SECRET_KEY: key,
  'Storage of files': storage,
  Disk: disk,
  Mail: mail,
};

/**
 * Runs all checks of an installation, one after another. Yields each finding with the name of its check. If the database
 * can't be used, the checks that need it are left out.
 */
export async function* examine(installation: Installation): AsyncGenerator<Finding & { name: string }> {
  let examined = installation;
  for (const [name, check] of Object.entries(CHECKS)) {
    const finding = await run(check, examined);
    if (check === version && finding.state === 'problem') examined = { ...installation, database: undefined };
    yield { name, ...finding };
  }
}
