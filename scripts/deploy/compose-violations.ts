import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { listSettings, loadSettings } from '@channel/settings';
import { ZodError } from 'zod';
import { root } from '../set-up/project.mjs';
import { type ComposeFile, composeFileOf, type Service, variablesOf } from './compose.ts';
import { accessOf } from './compose-access.ts';

type Texts = Readonly<Record<string, string>>;
type Checked = readonly [isMet: boolean, violation: string];

/** Programs that end by themselves; `npm` runs the commands of an operator. */
const ONCE: readonly string[] = ['migrate', 'npm'];
/** Services that do not start by `docker compose up`. */
const PROFILES: Texts = { npm: 'commands', archiver: 'backup' };
/** Settings that .env cannot change, because ports, volumes and health checks rely on them. */
const FIXED = ['NODE_ENV', 'HOST', 'API_PORT', 'CONSOLE_PORT', 'METRICS_PORT', 'DATA_DIR', 'MEDIA_DIR'];
/** Variables of containers that are no settings of the programs. */
const OTHERS = ['TMPDIR'];
const OF_POSTGRES = ['POSTGRES_USER', 'POSTGRES_PASSWORD_FILE', 'POSTGRES_INITDB_ARGS'];
/** Names of values that listings of containers must not show; a file may be named. */
const SECRET = /(SECRET|PASSWORD|TOKEN|_KEY|DATABASE\w*_URL)(?!\w*_FILE)/;

/**
 * What a compose file would do wrong; empty if all is well. `given` are the variables of the operator, `secrets` the contents
 * of the files of its secrets.
 */
export function composeViolations(text: string, given: Texts, secrets: Texts): string[] {
  const file = formOf(text, given);
  if (Array.isArray(file)) return file;
  const access = accessOf(given.BACKUP_VOLUME || 'backup');
  const names = [Object.keys(file.services), Object.keys(access)].map((each) => each.sort().join(' '));
  const checked: Checked[] = [
    [names[0] === names[1], `the services are ${names[0]}`],
    [file.networks.database?.internal === true, 'Postgres can be reached from outside'],
  ];
  for (const [name, each] of Object.entries(file.services)) {
    const { after, ...lists } = access[name] ?? { after: [], secrets: [], networks: [], volumes: [] };
    const checks = [
      ...rights(each),
      ...Object.entries(lists).map(([kind, list]) => same(kind, each[kind as keyof typeof lists], list)),
      same('depends_on', Object.keys(each.depends_on), after),
      same('profiles', each.profiles, PROFILES[name] ? [PROFILES[name]] : []),
      ...waits(each),
      ...(name === 'postgres' ? ofPostgres(each) : ofProgram(name, each, secrets)),
    ];
    checked.push(...checks.map(([isMet, violation]) => [isMet, `${name}: ${violation}`] as const));
  }
  return checked.flatMap(([isMet, violation]) => (isMet ? [] : [violation]));
}

/** The file, or what its form has that the rules do not know. */
function formOf(text: string, given: Texts): ComposeFile | string[] {
  try {
    return composeFileOf(text, given);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  }
}

const same = (kind: string, list: readonly string[], expected: readonly string[]): Checked => [
  [...list].sort().join() === [...expected].sort().join(),
  `${kind} are [${list}], not [${expected}]`,
];

const rights = (each: Service): Checked[] => [
  [/:[^/]*\d|:local$/.test(each.image), `the image ${each.image} has no version`],
  [each.user !== '' && !/^(root|0)\b/.test(each.user), 'it runs as root'],
  [each.read_only, 'its files can be written'],
  [each.cap_drop.includes('ALL'), 'it has capabilities'],
  [each.security_opt.join() === 'no-new-privileges:true', 'it may get privileges'],
  [each.tmpfs.some((one) => one.startsWith('/tmp')), 'it has no /tmp'],
  [each.healthcheck?.disable === true || each.healthcheck?.test?.[0] === 'CMD', 'it has no health check in exec form'],
  ...each.ports.map((port): Checked => [port.startsWith('127.0.0.1:'), `everybody reaches ${port}`]),
  ...Object.keys(each.environment).map((name): Checked => [!SECRET.test(name), `${name} is shown by listings`]),
];

const waits = (each: Service): Checked[] =>
  Object.entries(each.depends_on).map(([other, { condition }]) => [
    condition === (other === 'migrate' ? 'service_completed_successfully' : 'service_healthy'),
    `it does not wait for ${other}`,
  ]);

const ofPostgres = (each: Service): Checked[] => [
  [each.ports.length === 0, 'it has a port'],
  same('environment', Object.keys(each.environment), OF_POSTGRES),
];

function ofProgram(name: string, each: Service, secrets: Texts): Checked[] {
  const known = [...listSettings().map((setting) => setting.name), ...OTHERS];
  const variables = Object.keys(each.environment);
  const envFiles = [...each.entrypoint, ...each.command].flatMap(
    (one) => /^--env-file=\/run\/secrets\/(.+)$/.exec(one)?.[1] ?? [],
  );
  const isOnce = ONCE.includes(name);
  const program = each.command.find((one) => !one.startsWith('-')) ?? '';
  const { apiPort, consolePort, metricsPort, drainSeconds, shutdownTimeoutSeconds } = loadSettings({
    ...each.environment,
    ...variablesOf(envFiles.map((one) => secrets[one] ?? '').join('\n')),
  });
  const stop = Number.parseInt(each.stop_grace_period, 10);
  const port = { api: apiPort, worker: (metricsPort ?? 0) + 1, console: consolePort }[name];
  const [, , script = '', target = ''] = each.healthcheck?.test ?? [];
  const folders = each.volumes.map((one) => one.split(':')[1]);
  const hasBackups = ['archiver', 'npm'].includes(name);
  const { BACKUP_DIR, TMPDIR } = each.environment;
  return [
    ...variables.map((variable): Checked => [known.includes(variable), `${variable} is no setting`]),
    ...FIXED.map((fixed): Checked => [variables.includes(fixed), `.env can change ${fixed}`]),
    [each.env_file.join() === '.env', 'it does not read .env'],
    [envFiles.join() === each.secrets.join(), 'it reads other secrets than it has'],
    [each.pids_limit !== undefined, 'it may start any number of processes'],
    // The image of Node brings npm.
    [name === 'npm' || existsSync(inProject(each, program)), `there is no ${program}`],
    [isOnce || existsSync(inProject(each, script)), `there is no ${script}`],
    [(each.restart === 'no') === isOnce, 'it is not restarted'],
    [
      isOnce || stop > drainSeconds + shutdownTimeoutSeconds,
      `it is killed after ${stop} s, before DRAIN_SECONDS and SHUTDOWN_TIMEOUT_SECONDS are over`,
    ],
    [port === undefined || target.includes(`:${port}/`), `its health check is not on port ${port}`],
    [name !== 'archiver' || target === BACKUP_DIR, 'its health check is of another folder'],
    [each.ports.length === (['api', 'console'].includes(name) ? 1 : 0), `it has ${each.ports.length} ports`],
    ...each.ports.map((one): Checked => [one.endsWith(`:${port}`), `${one} does not lead to port ${port}`]),
    ...[BACKUP_DIR, TMPDIR].map(
      (one): Checked => [!hasBackups || folders.includes(one ?? ''), `${one} is in no volume`],
    ),
  ];
}

/** The file of the project that a path of the image names. */
const inProject = (each: Service, path: string): string =>
  resolve(root, resolve(each.working_dir, path).replace(/^\/app\/?/, './'));
