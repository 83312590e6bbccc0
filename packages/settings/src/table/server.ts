import { ownFolder } from '../folders.ts';
import {
  decimal,
  flag,
  listOf,
  oneOf,
  optional,
  origin,
  port,
  postgresUrl,
  proxies,
  secret,
  text,
  whole,
} from '../kinds.ts';
import type { Read } from '../setting.ts';

/** Settings of the processes and their environment. */
export const serverSettings = (read: Read) => ({
  isProduction:
    read({
      name: 'NODE_ENV',
      kind: optional(oneOf('production', 'development', 'test')),
      default: '',
      about:
        'Purpose of the installation. `production` requires `SECRET_KEY` and `WEBHOOK_HTTPS_ONLY`, and disables the features for trials: the demo data with its published passwords, GraphiQL and the generated key. The other values and no value are equivalent.',
    }) === 'production',
  host: read({
    name: 'HOST',
    kind: text('an IP address or host name'),
    default: '127.0.0.1',
    about: 'Interface on which the API and the console listen. 0.0.0.0 makes them reachable from the network.',
  }),
  apiPort: read({ name: 'API_PORT', kind: port, default: '4000', about: 'Port of the API.' }),
  apiProcesses: read({
    name: 'API_PROCESSES',
    kind: whole(1, 64, 'processes'),
    default: '1',
    about:
      'Processes of the API, all on `API_PORT`; a process that ends is restarted automatically while the others respond. Each has its own connections to Postgres, and limits that are kept in memory apply per process (docs/operations.md).',
  }),
  consolePort: read({ name: 'CONSOLE_PORT', kind: port, default: '3000', about: 'Port of the staff console.' }),
  apiUrl: read({
    name: 'API_URL',
    kind: origin,
    default: 'http://localhost:4000',
    about: 'Address at which clients reach the API; the addresses of images and tickets begin with it.',
  }),
  apiOrigin: read({
    name: 'API_ORIGIN',
    kind: optional(origin),
    default: '',
    about: "Address at which the console's server reaches the API. Not set: that of `API_URL`.",
  }),
  corsOrigins: read({
    name: 'CORS_ORIGINS',
    kind: listOf(origin),
    default: '',
    about:
      'Origins whose pages may call v1 from a browser, separated by commas; none by default. Only bearer tokens are accepted, never cookies.',
    facts: ['http-forms'],
  }),
  consoleUrl: read({
    name: 'CONSOLE_URL',
    kind: origin,
    default: 'http://localhost:3000',
    about: 'Address at which staff reach the console. With https, its cookies are sent only over https.',
  }),
  trustedProxies: read({
    name: 'TRUST_PROXY',
    kind: optional(proxies),
    default: '',
    about:
      'The reverse proxies in front of the API and of the console, whose `X-Forwarded-For` names the client: for the log, the limits of logins by address and all other limits by address. With a number, every connection must come through that many proxies: no client may reach the port itself. Not set: the header is ignored, and the client is the peer of the connection (docs/operations.md).',
  }),
  databaseUrl: read({
    name: 'DATABASE_URL',
    kind: optional(postgresUrl),
    default: '',
    about:
      'Address of Postgres 16 or newer. Not set: `npm start` runs an embedded Postgres with its data in `DATA_DIR`.',
  }),
  databaseDirectUrl: read({
    name: 'DATABASE_DIRECT_URL',
    kind: optional(postgresUrl),
    default: '',
    about:
      'The address of Postgres itself, with the same role and database, where `DATABASE_URL` leads to a pooler in transaction mode such as PgBouncer: for what needs a session of the database (notifications, signs of life, the queue, migrations). Not set: `DATABASE_URL` is used, and a program ends where that leads to a pooler (docs/operations.md).',
  }),
  databaseOwnerUrl: read({
    name: 'DATABASE_OWNER_URL',
    kind: optional(postgresUrl),
    default: '',
    about:
      'The same database with the role that owns the tables: `npm start` and the commands migrate with it, and grant the role of `DATABASE_URL` access only to rows (docs/operations.md). Not set: `DATABASE_URL` is used for both.',
  }),
  databaseReplicaUrls: read({
    name: 'DATABASE_REPLICA_URLS',
    kind: { ...listOf(postgresUrl), secret: true },
    default: '',
    about:
      'Addresses of streaming replicas of `DATABASE_URL`, separated by commas, each of Postgres itself: lists, searches, exports and reports of the API are read there, with as many connections to each as `DATABASE_POOL_SIZE`. Callers see their own changes (docs/operations.md, Replicas). The same for all programs. Not set: everything is read from `DATABASE_URL`.',
  }),
  databaseReplicaLagSeconds: read({
    name: 'DATABASE_REPLICA_LAG_SECONDS',
    kind: whole(2, 3_600, 'seconds'),
    default: '5',
    about:
      'How far a replica may be behind to be read. Orders, the catalogue without its departures, and whatever the caller has changed are current in any case.',
  }),
  databaseMaintenanceUrl: read({
    name: 'DATABASE_MAINTENANCE_URL',
    kind: optional(postgresUrl),
    default: '',
    about:
      'The same database with the role for maintenance, for workers alone: it executes the functions that erase personal data from the audit log and move its old months out of it, and can read and write nothing else (docs/operations.md). `npm start` sets it for the embedded Postgres. Not set: old months stay, and erasures of personal data wait for it before their last step.',
  }),
  databasePoolSize: read({
    name: 'DATABASE_POOL_SIZE',
    kind: whole(1, 200, 'connections'),
    default: '10',
    about:
      'Maximum number of connections to Postgres of each process for requests and jobs. The API gives half of them to v1, three tenths to the console and the rest to GraphQL, at least one each, so that none starves another. An API process has 3 connections more, a worker 15 more; `API_PROCESSES` multiplies those of the API (docs/operations.md).',
  }),
  databaseConnectionBudget: read({
    name: 'DATABASE_CONNECTION_BUDGET',
    kind: optional(whole(1, 10_000, 'connections')),
    default: '',
    about:
      'The most connections to Postgres of all API and worker processes of a database together, without those of a pooler. A program that would exceed it with what the running ones may open ends at its start. Not set: they are not counted (docs/operations.md, Connection pooler).',
  }),
  compiledReads: read({
    name: 'COMPILED_READS',
    kind: flag,
    default: '1',
    about:
      'Whether a persisted query is executed as one SQL statement. With 0 every query runs field by field: the same responses, several times slower.',
  }),
  dataDir: read({
    name: 'DATA_DIR',
    kind: ownFolder,
    default: '.data',
    about:
      'Folder of the embedded Postgres, of keys and of the state of commands; relative to the project. Images and tickets are in `MEDIA_DIR`.',
  }),
  mediaDir: read({
    name: 'MEDIA_DIR',
    kind: ownFolder,
    default: '.data/media',
    about:
      'Folder of images and ticket files; relative to the project. It is independent of `DATA_DIR`: two installations need two folders.',
  }),
  s3Bucket: read({
    name: 'S3_BUCKET',
    kind: optional(text('the name of a bucket')),
    default: '',
    about: 'Bucket of an S3-compatible store for images and ticket files, instead of `MEDIA_DIR`.',
  }),
  s3Endpoint: read({
    name: 'S3_ENDPOINT',
    kind: optional(origin),
    default: '',
    about: 'Address of the store. Not set: the address of AWS for the region.',
  }),
  s3Region: read({ name: 'S3_REGION', kind: text('a region'), default: 'us-east-1', about: 'Region of the bucket.' }),
  s3AccessKeyId: read({
    name: 'S3_ACCESS_KEY_ID',
    kind: optional(text('an access key id')),
    default: '',
    about:
      'Access key id of the key pair for the store. Not set: the AWS SDK uses its default credential provider chain.',
  }),
  s3SecretAccessKey: read({
    name: 'S3_SECRET_ACCESS_KEY',
    kind: optional(secret(1)),
    default: '',
    about: 'Secret of the key pair.',
  }),
  secretKey: read({
    name: 'SECRET_KEY',
    kind: optional(secret(32)),
    default: '',
    about:
      'Key that encrypts the secrets of webhook endpoints and mails that wait, signs ticket addresses, and signs the addresses of visitors that the console sends to the API: the same for all processes. Not set: outside production `npm start` generates one and stores it in `DATA_DIR`. Without this key the encrypted secrets are lost.',
  }),
  logLevel: read({
    name: 'LOG_LEVEL',
    kind: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    about: 'Minimum level of log records.',
  }),
  logFormat: read({
    name: 'LOG_FORMAT',
    kind: oneOf('pretty', 'json'),
    default: 'json',
    about:
      'Format of log records: for people or for machines. `npm start` uses `pretty` by default, and puts the name of the process before each line in either format: start the processes individually for lines of pure JSON.',
  }),
  bodyLimitKilobytes: read({
    name: 'BODY_LIMIT_KB',
    kind: whole(16, 65_536, 'kilobytes'),
    default: '1024',
    about:
      'Maximum size of a request body; a larger one gets 413. Parsing a body of more than 1,024 KB can block the event loop for longer than 50 ms.',
  }),
  clientMemoryMegabytes: read({
    name: 'CLIENT_MEMORY_MB',
    kind: whole(0, 65_536, 'megabytes'),
    default: '32',
    about:
      'Memory of each API process for request bodies above 64 KB, of which one address may use half, and the same amount for responses that clients have not read. A body beyond it gets 503 before it is read; when unread responses exceed it, the connections without progress for the longest time are closed. A response without progress for 30 seconds is always closed. 0 removes these limits; for comparison only.',
  }),
  answerCacheMegabytes: read({
    name: 'ANSWER_CACHE_MB',
    kind: whole(0, 4_096, 'megabytes'),
    default: '8',
    about:
      'Memory of each API process for answers to reads of v1 that were requested twice without a change. One is sent again only when Postgres has confirmed, in the same request, that it is still right and that the caller may see it; it then costs about as much as an answer 304. One answer takes at most a thirty-second part of it. 0 keeps none.',
  }),
  requestTimeoutSeconds: read({
    name: 'REQUEST_TIMEOUT_SECONDS',
    kind: whole(1, 600, 'seconds'),
    default: '30',
    about: 'Timeout for a client to send its whole request.',
  }),
  drainSeconds: read({
    name: 'DRAIN_SECONDS',
    kind: whole(0, 600, 'seconds'),
    default: '0',
    about:
      'How long the API goes on serving after the signal to end, while `/readyz` is already 503. Behind a load balancer: longer than it takes to notice (docs/operations.md).',
  }),
  shutdownTimeoutSeconds: read({
    name: 'SHUTDOWN_TIMEOUT_SECONDS',
    kind: whole(1, 600, 'seconds'),
    default: '10',
    about:
      'Time for requests in progress to finish when the API is stopped, after `DRAIN_SECONDS`, and for jobs when the worker is stopped.',
  }),
  idempotencyHours: read({
    name: 'IDEMPOTENCY_HOURS',
    kind: whole(1, 720, 'hours'),
    default: '24',
    about: 'How long the response to a write with an Idempotency-Key is stored.',
  }),
  metricsPort: read({
    name: 'METRICS_PORT',
    kind: optional({ ...whole(1, 65_534), expected: 'a port number from 1 to 65534' }),
    default: '',
    about:
      'Port of `/metrics` of the API, for Prometheus, on the interface of `HOST`; a worker uses the next port. It needs no login: keep both ports from external clients. Not set: nothing is measured (docs/operations.md).',
  }),
  seedDemo: read({
    name: 'SEED_DEMO',
    kind: optional(flag),
    default: '',
    about:
      'Whether `npm start` fills an empty database with demo data. Not set: only in the embedded Postgres, and not in production (`NODE_ENV=production`). With 1 in production, the demo logins get random passwords, which are shown once; so do the logins of existing demo data.',
  }),
  demoSeed: read({
    name: 'DEMO_SEED',
    kind: whole(1, 999_999_999),
    default: '1',
    about: 'Random seed of the demo data; the same number creates the same data.',
  }),
  defaultVatPercentage: read({
    name: 'DEFAULT_VAT_PERCENTAGE',
    kind: decimal(0, 100),
    default: '0',
    about: 'Value added tax, in percent, of an organization that is created without a rate of its own.',
    facts: ['client-vat'],
  }),
  auditRetentionMonths: read({
    name: 'AUDIT_RETENTION_MONTHS',
    kind: whole(0, 240, 'months'),
    default: '84',
    about:
      'How many months the audit log shows, the present one not counted. Older months are moved into the schema `audit_archive`, where they stay until an operator deletes them (docs/operations.md). 0: all months stay in the log.',
  }),
  changeRetentionDays: read({
    name: 'CHANGE_RETENTION_DAYS',
    kind: whole(1, 3_650, 'days'),
    default: '30',
    about:
      'How long the changes that `orderEvents` and `catalogueEvents` answer with are kept. A tool whose cursor is older must read everything again.',
  }),
});
