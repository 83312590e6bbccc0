import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PostgresStartError } from './errors.ts';

/** The user that Postgres runs as when it must not be the current one. */
export type Identity = { uid: number; gid: number; name: string };

/**
 * Postgres refuses to run as root; it then runs as `postgres` when the machine has that user, else as `nobody`.
 * Undefined for an ordinary user, which runs it as itself. An existing data directory keeps its owner.
 *
 * @throws {PostgresStartError} for root on a machine that has neither user.
 */
export function unprivilegedIdentity(dataOwner?: number): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readUsers();
  const owner = dataOwner ? users.find((user) => user.uid === dataOwner) : undefined;
  const identity =
    owner ?? users.find((user) => user.name === 'postgres') ?? users.find((user) => user.name === 'nobody');
  if (!identity) {
    throw new PostgresStartError('Postgres never runs as root, and this machine has no user `postgres` or `nobody`.');
  }
  return identity;
}

/** Whether the user may enter `path` and every folder above it. */
export function canReach(path: string, { uid, gid }: Identity): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid: owner, gid: group } = statSync(folder);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function readUsers(): Identity[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && Number(fields[2]) > 0)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
