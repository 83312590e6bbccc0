import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Settings } from '@channel/settings';
import { environment, root } from '../set-up/project.mjs';
import { dataDirOf } from './database.ts';

/**
 * The environment of the programs: the user's settings, completed by the determined ones (ports, database, key).
 * Folders become absolute, because the programs run in different folders.
 */
export function programEnvironment(
  settings: Settings,
  connectionString: string,
  ports = { api: settings.apiPort, console: settings.consolePort },
) {
  const given = process.env;
  return {
    ...environment(),
    DATABASE_URL: connectionString,
    // The programs must not get the role that may change tables.
    DATABASE_OWNER_URL: undefined,
    // Only the worker gets the role for maintenance.
    DATABASE_MAINTENANCE_URL: undefined,
    // Nor the one that may copy the whole cluster.
    BACKUP_DATABASE_URL: undefined,
    BACKUP_DIR: undefined,
    DATA_DIR: dataDirOf(settings),
    // With a bucket there is no folder.
    MEDIA_DIR: settings.s3Bucket === null ? resolve(root, settings.mediaDir) : undefined,
    ...(settings.graphqlDocuments === null ? {} : { GRAPHQL_DOCUMENTS: resolve(root, settings.graphqlDocuments) }),
    SECRET_KEY: settings.secretKey ?? ownKey(settings),
    HOST: settings.host,
    API_PORT: String(ports.api),
    CONSOLE_PORT: String(ports.console),
    API_URL: given.API_URL || `http://localhost:${ports.api}`,
    CONSOLE_URL: given.CONSOLE_URL || `http://localhost:${ports.console}`,
    /** The API's address for the console's server, whatever its public address is. */
    API_ORIGIN: `http://${reachableHost(settings.host)}:${ports.api}`,
    LOG_FORMAT: given.LOG_FORMAT || 'pretty',
    // Only with the embedded database, which holds the demo world by default.
    DEMO_MAILBOX: given.DEMO_MAILBOX || (hasDemoMailbox(settings) ? '1' : '0'),
    GRAPHIQL: given.GRAPHIQL || (settings.isProduction ? '0' : '1'),
    ...(process.stdout.isTTY && !given.NO_COLOR ? { FORCE_COLOR: '1' } : {}),
  };
}

/** Whether mails go to the mailbox of the console, unless DEMO_MAILBOX says otherwise. */
const hasDemoMailbox = ({ isProduction, seedDemo, databaseUrl, smtp }: Settings): boolean =>
  !isProduction && seedDemo !== false && databaseUrl === null && smtp === null;

/** The address at which this machine reaches a listener on `host`. */
export const reachableHost = (host: string): string =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;

const keyFileOf = (settings: Settings): string => join(dataDirOf(settings), 'secret-key');

/** The key that an earlier start generated; null if none did. @throws when the file can't be read */
export const storedKey = (settings: Settings): string | null =>
  existsSync(keyFileOf(settings)) ? readFileSync(keyFileOf(settings), 'utf8').trim() : null;

function ownKey(settings: Settings): string {
  const file = keyFileOf(settings);
  mkdirSync(dataDirOf(settings), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}

/** The environment of the archiver: that of the programs, with the repository and the role for replication. */
export function archiverEnvironment(
  settings: Settings,
  { backup }: { backup?: string },
  programs: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv | undefined {
  if (settings.backupDir === null) return undefined;
  return {
    ...programs,
    BACKUP_DIR: resolve(root, settings.backupDir),
    BACKUP_DATABASE_URL: backup ?? settings.backupDatabaseUrl ?? undefined,
  };
}
