import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readMigrations } from '@channel/prisma';
import type { Settings } from '@channel/settings';

/** What has to be equal in all programs of a database, by name, in a form that can only be compared. */
export type SharedValues = Readonly<Record<string, string>>;

type Shared = Pick<
  Settings,
  | 'secretKey'
  | 'apiUrl'
  | 'consoleUrl'
  | 'databaseDirectUrl'
  | 'databaseReplicaUrls'
  | 'organizationRequests'
  | 'organizationRequestsSeconds'
  | 'requestsPerMinute'
  | 'graphqlCostPerMinute'
>;

const LENGTH = 16;
const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, LENGTH);

/** The shared values of a program of this release. */
export async function sharedValues(settings: Shared): Promise<SharedValues> {
  const { secretKey, apiUrl, consoleUrl, databaseDirectUrl, databaseReplicaUrls } = settings;
  return {
    'The release': await releaseOf(),
    // A key with at least 32 characters can't be found from it.
    SECRET_KEY: createHmac('sha256', secretKey ?? '')
      .update('programs of one database')
      .digest('hex')
      .slice(0, LENGTH),
    API_URL: hashOf(apiUrl),
    CONSOLE_URL: hashOf(consoleUrl),
    'DATABASE_DIRECT_URL, set or not,': databaseDirectUrl === null ? 'no' : 'yes',
    // Who reads replicas relies on what the others stamp.
    'DATABASE_REPLICA_URLS, set or not,': databaseReplicaUrls.length === 0 ? 'no' : 'yes',
    ORGANIZATION_REQUESTS: String(settings.organizationRequests),
    ORGANIZATION_REQUESTS_SECONDS: String(settings.organizationRequestsSeconds),
    REQUESTS_PER_MINUTE: String(settings.requestsPerMinute),
    GRAPHQL_COST_PER_MINUTE: String(settings.graphqlCostPerMinute),
  };
}

/** Two releases differ in their migrations or in the schema of the core. */
async function releaseOf(): Promise<string> {
  const migrations = (await readMigrations()).map(({ name }) => name);
  const schema = await readFile(fileURLToPath(import.meta.resolve('@channel/graph/schema.graphql')), 'utf8');
  return hashOf([...migrations, schema].join('\n'));
}

/** The names of values that differ. Those that only one release knows do not count. */
export const differencesOf = (own: SharedValues, other: SharedValues): string[] =>
  Object.keys(own).filter((name) => other[name] !== undefined && other[name] !== own[name]);
