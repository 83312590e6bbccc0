import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Settings } from '@channel/settings';
import { environment, root } from '../set-up/project.mjs';
import { dataDirOf } from './database.ts';

/**
 * The environment of the programs: what the user set, completed by what was found out (ports, database, key). Folders
 * become absolute, for the programs run in folders of their own.
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
    // Whoever may change tables is none of the programs.
    DATABASE_OWNER_URL: undefined,
    DATA_DIR: dataDirOf(settings),
    // A bucket stands in its place.
    MEDIA_DIR: settings.s3Bucket === null ? resolve(root, settings.mediaDir) : undefined,
    ...(settings.graphqlDocuments === null ? {} : { GRAPHQL_DOCUMENTS: resolve(root, settings.graphqlDocuments) }),
    SECRET_KEY: settings.secretKey ?? ownKey(settings),
    HOST: settings.host,
    API_PORT: String(ports.api),
    CONSOLE_PORT: String(ports.console),
    API_URL: given.API_URL || `http://localhost:${ports.api}`,
    CONSOLE_URL: given.CONSOLE_URL || `http://localhost:${ports.console}`,
    /** Where the console's server finds the API, whatever address the outside uses. */
    API_ORIGIN: `http://${reachableHost(settings.host)}:${ports.api}`,
    LOG_FORMAT: given.LOG_FORMAT || 'pretty',
    GRAPHIQL: given.GRAPHIQL || (settings.isProduction ? '0' : '1'),
    ...(process.stdout.isTTY && !given.NO_COLOR ? { FORCE_COLOR: '1' } : {}),
  };
}

/** The address under which this machine reaches a listener on `host`. */
export const reachableHost = (host: string): string =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;

function ownKey(settings: Settings): string {
  const file = join(dataDirOf(settings), 'secret-key');
  mkdirSync(dataDirOf(settings), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}
