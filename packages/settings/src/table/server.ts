import { ownFolder } from '../folders.ts';
import { decimal, flag, listOf, oneOf, optional, origin, port, postgresUrl, secret, text, whole } from '../kinds.ts';
import type { Read } from '../setting.ts';

/** Where the programs run and what they run on. */
export const serverSettings = (read: Read) => ({
  isProduction:
    read({
      name: 'NODE_ENV',
      kind: optional(oneOf('production', 'development', 'test')),
      default: '',
      about:
        'What the installation is for. `production` demands `SECRET_KEY` and `WEBHOOK_HTTPS_ONLY`, and turns off what is for trying out: the demo world and its published passwords, GraphiQL, a key of its own. The others and not set are the same.',
    }) === 'production',
  host: read({
    name: 'HOST',
    kind: text('an IP address or host name'),
    default: '127.0.0.1',
    about: 'Interface on which the API and the console listen. 0.0.0.0 opens them to the network.',
  }),
  apiPort: read({ name: 'API_PORT', kind: port, default: '4000', about: 'Port of the API.' }),
  apiProcesses: read({
    name: 'API_PROCESSES',
    kind: whole(1, 64, 'processes'),
    default: '1',
    about:
      'Processes of the API, all on `API_PORT`; one that ends is started again by itself while the others answer. Each has connections to Postgres of its own, and limits that are kept in memory hold for each (docs/operations.md).',
  }),
  consolePort: read({ name: 'CONSOLE_PORT', kind: port, default: '3000', about: 'Port of the staff console.' }),
  apiUrl: read({
    name: 'API_URL',
    kind: origin,
    default: 'http://localhost:4000',
    about: 'Address under which clients reach the API; the addresses of images and tickets begin with it.',
  }),
  apiOrigin: read({
    name: 'API_ORIGIN',
    kind: optional(origin),
    default: '',
    about: "Address under which the console's own server reaches the API. Not set: that of `API_URL`.",
  }),
  corsOrigins: read({
    name: 'CORS_ORIGINS',
    kind: listOf(origin),
    default: '',
    about:
      'Origins whose pages may call v1 from a browser, separated by commas; none by default. Bearer tokens alone are let through, cookies never.',
    facts: ['http-forms'],
  }),
  consoleUrl: read({
    name: 'CONSOLE_URL',
    kind: origin,
    default: 'http://localhost:3000',
    about: 'Address under which staff reach the console. With https, its cookies are sent over https alone.',
  }),
  databaseUrl: read({
    name: 'DATABASE_URL',
    kind: optional(postgresUrl),
    default: '',
    about: 'Postgres 16 or newer to use. Not set: `npm start` brings its own and keeps its data in `DATA_DIR`.',
  }),
  databaseOwnerUrl: read({
    name: 'DATABASE_OWNER_URL',
    kind: optional(postgresUrl),
    default: '',
    about:
      'The same database as the role that owns the tables: `npm start` and the commands migrate with it, and give the role of `DATABASE_URL` rows alone (docs/operations.md). Not set: `DATABASE_URL` does both.',
  }),
  databasePoolSize: read({
    name: 'DATABASE_POOL_SIZE',
    kind: whole(1, 200, 'connections'),
    default: '10',
    about:
      'Most connections to Postgres that each process keeps for its work. The API gives half of them to v1, three tenths to the console and the rest to GraphQL, at least one each, so that none starves another. Besides, an API process has one connection for live views and the worker two for its queue. `API_PROCESSES` multiplies the sum of the API.',
  }),
  compiledReads: read({
    name: 'COMPILED_READS',
    kind: flag,
    default: '1',
    about:
      'Whether a persisted read is answered by one SQL statement. 0 runs every read field by field: the same answers, several times slower.',
  }),
  dataDir: read({
    name: 'DATA_DIR',
    kind: ownFolder,
    default: '.data',
    about:
      'Folder of the embedded Postgres, of keys and of the state of commands; relative to the project. Images and tickets lie in `MEDIA_DIR`.',
  }),
  mediaDir: read({
    name: 'MEDIA_DIR',
    kind: ownFolder,
    default: '.data/media',
    about:
      'Folder of images and ticket files; relative to the project. It does not follow `DATA_DIR`: two installations need two.',
  }),
  s3Bucket: read({
    name: 'S3_BUCKET',
    kind: optional(text('the name of a bucket')),
    default: '',
    about: 'Bucket of an S3-compatible store for images and ticket files, in place of `MEDIA_DIR`.',
  }),
  s3Endpoint: read({
    name: 'S3_ENDPOINT',
    kind: optional(origin),
    default: '',
    about: 'Address of the store. Not set: that of AWS for the region.',
  }),
  s3Region: read({ name: 'S3_REGION', kind: text('a region'), default: 'us-east-1', about: 'Region of the bucket.' }),
  s3AccessKeyId: read({
    name: 'S3_ACCESS_KEY_ID',
    kind: optional(text('an access key id')),
    default: '',
    about: 'Key pair for the store. Not set: the AWS SDK looks where it usually does.',
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
      'Key that encrypts the secrets of webhook endpoints, signs ticket addresses, and by which the console tells the API from where its visitors come: the same for all processes. Not set: `npm start` makes one outside production and keeps it in `DATA_DIR`. Whoever loses it loses those secrets.',
  }),
  logLevel: read({
    name: 'LOG_LEVEL',
    kind: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    about: 'Least important lines that are still logged.',
  }),
  logFormat: read({
    name: 'LOG_FORMAT',
    kind: oneOf('pretty', 'json'),
    default: 'json',
    about:
      'How lines are logged: for people or for machines. `npm start` uses `pretty` unless told otherwise, and puts the name of the program before each line of either form: run the programs by hand for lines that are JSON alone.',
  }),
  bodyLimitKilobytes: read({
    name: 'BODY_LIMIT_KB',
    kind: whole(16, 65_536, 'kilobytes'),
    default: '1024',
    about:
      'Largest request body; a larger one is answered with 413. What is read of more than 1,024 KB can hold up other requests for longer than 50 ms.',
  }),
  clientMemoryMegabytes: read({
    name: 'CLIENT_MEMORY_MB',
    kind: whole(0, 65_536, 'megabytes'),
    default: '32',
    about:
      'Memory that each process of the API keeps for request bodies above 64 KB, of which one address may use half, and as much again for answers that their clients have not read. A body beyond it is answered with 503 before it is read; of unread answers, those that have not moved for longest are cut. An answer of which nothing is read for 30 seconds is cut in any case. 0, which is for comparison, keeps everything.',
  }),
  requestTimeoutSeconds: read({
    name: 'REQUEST_TIMEOUT_SECONDS',
    kind: whole(1, 600, 'seconds'),
    default: '30',
    about: 'Time in which a client must have sent its whole request.',
  }),
  shutdownTimeoutSeconds: read({
    name: 'SHUTDOWN_TIMEOUT_SECONDS',
    kind: whole(1, 600, 'seconds'),
    default: '10',
    about: 'Time that requests in progress get to end when the API is stopped.',
  }),
  idempotencyHours: read({
    name: 'IDEMPOTENCY_HOURS',
    kind: whole(1, 720, 'hours'),
    default: '24',
    about: 'How long the answer to a write with an Idempotency-Key is kept.',
  }),
  metrics: read({
    name: 'METRICS',
    kind: flag,
    default: '0',
    about:
      'Whether the API serves `/metrics`, without login, in the text form of Prometheus: what the hourly check of places found. Reachable like the API itself: keep it from the outside at the proxy.',
  }),
  seedDemo: read({
    name: 'SEED_DEMO',
    kind: optional(flag),
    default: '',
    about:
      'Whether `npm start` fills an empty database with the demo world. Not set: only into its own Postgres, and not in production (`NODE_ENV=production`). Set to 1 in production, the demo logins get random passwords, shown once; those of a demo world made earlier too.',
  }),
  demoSeed: read({
    name: 'DEMO_SEED',
    kind: whole(1, 999_999_999),
    default: '1',
    about: 'Number from which the demo world is made; the same number makes the same world.',
  }),
  defaultVatPercentage: read({
    name: 'DEFAULT_VAT_PERCENTAGE',
    kind: decimal(0, 100),
    default: '0',
    about: 'Value added tax, in percent, of an organization that is created without its own.',
    facts: ['client-vat'],
  }),
});
