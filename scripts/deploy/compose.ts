import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listSettings, loadSettings } from '@channel/settings';
import { load } from 'js-yaml';
import { z } from 'zod';
import { root } from '../set-up/project.mjs';

/** YAML reads digits as a number, and nothing as null. */
const value = z.union([z.string(), z.number(), z.null()]).transform((given) => (given === null ? '' : String(given)));
const service = z.object({
  image: z.string(),
  user: z.string().default(''),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  restart: z.string().default('no'),
  profiles: z.array(z.string()).default([]),
  working_dir: z.string().default('/app'),
  entrypoint: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
  env_file: z.array(z.string()).default([]),
  environment: z.record(z.string(), value).default({}),
  secrets: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  stop_grace_period: z.string().default('10s'),
  healthcheck: z.object({ disable: z.boolean().optional(), test: z.array(z.string()).optional() }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
});
const composeFile = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) })),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});
export type ComposeFile = z.infer<typeof composeFile>;

/** The programs of this project; Postgres is an image of others. */
const PROGRAMS = ['migrate', 'npm', 'api', 'worker', 'archiver', 'console'];
/** Programs that end by themselves; `npm` runs the commands of an operator. */
const ONCE: readonly (string | undefined)[] = ['migrate', 'npm'];
/** Settings that .env cannot change, because ports, volumes and health checks rely on them. */
const FIXED = ['NODE_ENV', 'HOST', 'API_PORT', 'CONSOLE_PORT', 'METRICS_PORT', 'DATA_DIR', 'MEDIA_DIR'];
/** Variables of containers that are no settings of the programs. */
const OTHERS = ['TMPDIR'];
const REFERENCE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/** A text with its variables replaced as compose does. @throws for a variable that is required and not given */
export const interpolated = (text: string, given: Readonly<Record<string, string>>): string =>
  text.replaceAll(REFERENCE, (_all, name: string, kind: string | undefined, other: string | undefined) => {
    const value = given[name];
    if (value) return value;
    if (kind === '?') throw new Error(`required variable ${name} is missing a value: ${other}`);
    return other ?? '';
  });

/** The file as YAML, before its form is checked. */
export const parseCompose = (text: string): unknown => load(text);

/** The services of a text, with the variables of the operator. */
export const servicesOf = (text: string, given: Readonly<Record<string, string>>): ComposeFile['services'] =>
  composeFile.parse(parseCompose(interpolated(text, given))).services;

/**
 * What a compose file would do wrong; empty if all is well. `given` are the variables of the operator, `secrets` the contents
 * of the files of its secrets.
 */
export function composeViolations(
  text: string,
  given: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): string[] {
  const file = composeFile.parse(parseCompose(interpolated(text, given)));
  const violations: string[] = [];
  const demand = (isMet: boolean, violation: string) => void (isMet || violations.push(violation));
  const known = listSettings().map(({ name }) => name);

  for (const [name, each] of Object.entries(file.services)) {
    demand(/:[^/]*\d|:local$/.test(each.image), `${name}: the image ${each.image} has no version`);
    demand(each.user !== '' && !/^(root|0)\b/.test(each.user), `${name}: it runs as root`);
    demand(each.read_only, `${name}: its files can be written`);
    demand(each.cap_drop.includes('ALL'), `${name}: it has capabilities`);
    demand(each.security_opt.includes('no-new-privileges:true'), `${name}: it may get privileges`);
    demand(
      each.tmpfs.some((one) => one.startsWith('/tmp')),
      `${name}: it has no /tmp`,
    );
    const isChecked = each.healthcheck?.disable || each.healthcheck?.test?.[0] === 'CMD';
    demand(isChecked === true, `${name}: it has no health check in exec form`);
    for (const port of each.ports) demand(port.startsWith('127.0.0.1:'), `${name}: everybody reaches ${port}`);
    for (const secret of each.secrets) demand(secret in file.secrets, `${name}: there is no secret ${secret}`);
    for (const [other, { condition }] of Object.entries(each.depends_on)) {
      const isRight = condition === (other === 'migrate' ? 'service_completed_successfully' : 'service_healthy');
      demand(other in file.services && isRight, `${name}: it does not wait for ${other}`);
    }
  }
  demand(file.networks.database?.internal === true, 'Postgres can be reached from outside');
  demand(file.services.postgres?.networks.join() === 'database', 'Postgres has another network');

  for (const name of PROGRAMS) {
    const each = file.services[name];
    if (!each) return [...violations, `there is no service ${name}`];
    for (const variable of Object.keys(each.environment))
      demand([...known, ...OTHERS].includes(variable), `${name}: ${variable} is no setting`);
    for (const fixed of FIXED) demand(fixed in each.environment, `${name}: .env can change ${fixed}`);
    demand(each.env_file.join() === '.env', `${name}: it does not read .env`);
    const started = [...each.entrypoint, ...each.command];
    const envFiles = started.flatMap((one) => /^--env-file=\/run\/secrets\/(.+)$/.exec(one)?.[1] ?? []);
    demand(envFiles.join() === each.secrets.join(), `${name}: it reads other secrets than it has`);
    demand(envFiles[0] === 'programs.env', `${name}: it does not read the secret settings`);
    demand(ONCE.includes(name) || !each.secrets.includes('owner.env'), `${name}: it has the role that owns the tables`);
    const replicates = ['archiver', 'npm'].includes(name);
    demand(replicates || !each.secrets.includes('backup.env'), `${name}: it has the role that replicates`);
    const program = each.command.find((one) => !one.startsWith('-')) ?? '';
    const path = join(root, each.working_dir.replace(/^\/app/, '.'), program);
    // The image of Node brings npm.
    demand(name === 'npm' || existsSync(path), `${name}: there is no ${program}`);
    demand((each.restart === 'no') === ONCE.includes(name), `${name}: it is not restarted`);
    const settings = { ...each.environment, ...variablesOf(envFiles.map((one) => secrets[one] ?? '').join('\n')) };
    const { apiPort, consolePort, metricsPort, drainSeconds, shutdownTimeoutSeconds } = loadSettings(settings);
    const stop = Number.parseInt(each.stop_grace_period, 10);
    demand(
      ONCE.includes(name) || stop > drainSeconds + shutdownTimeoutSeconds,
      `${name}: it is killed after ${stop} s, before DRAIN_SECONDS and SHUTDOWN_TIMEOUT_SECONDS are over`,
    );
    const port = { api: apiPort, worker: (metricsPort ?? 0) + 1, console: consolePort }[name];
    const checked = each.healthcheck?.test?.at(-1) ?? '';
    demand(port === undefined || checked.includes(`:${port}/`), `${name}: its health check is not on port ${port}`);
    for (const one of each.ports) demand(one.endsWith(`:${port}`), `${name}: ${one} does not lead to port ${port}`);
  }
  return [...violations, ...archiverViolations(file), ...commandViolations(file)];
}

/** What the archiver would do wrong: whoever has not requested backups has none, and nothing but backups is written. */
function archiverViolations({ services, volumes }: ComposeFile): string[] {
  const { archiver } = services;
  if (!archiver) return [];
  const mounts = archiver.volumes.map((each) => each.split(':'));
  const mountOf = (folder: string | undefined) => mounts.find(([, target]) => target === folder);
  const [backup, media] = [archiver.environment.BACKUP_DIR, services.worker?.volumes[0]?.split(':')[1]].map(mountOf);
  const isWritable = (mount: string[] | undefined) => mount !== undefined && mount[2] !== 'ro';
  const shared = Object.entries(services).some(
    ([name, each]) =>
      !['archiver', 'npm'].includes(name) && each.volumes.some((one) => one.split(':')[0] === backup?.[0]),
  );
  return [
    archiver.profiles.join() === 'backup' || 'it starts without the profile backup',
    (isWritable(backup) && !shared && (backup?.[0] ?? '') in volumes) || 'BACKUP_DIR is no volume of its own',
    isWritable(mountOf(archiver.environment.TMPDIR)) || 'drills are in memory',
    media?.[2] === 'ro' || 'it can change images and tickets',
    archiver.networks.join() === 'database' || 'it has a way out',
  ].flatMap((each) => (each === true ? [] : [`archiver: ${each}`]));
}

/** What the commands of an operator could not do, or would do without being called. */
function commandViolations({ services }: ComposeFile): string[] {
  const { npm, archiver, worker } = services;
  if (!npm) return [];
  const has = (volume: string | undefined) => volume !== undefined && npm.volumes.includes(volume);
  return [
    npm.profiles.join() === 'commands' || 'it starts without a call',
    npm.ports.length === 0 || 'it has a port',
    has(worker?.volumes[0]) || 'it cannot store pictures',
    (archiver?.volumes.filter((each) => !each.endsWith(':ro')).every(has) ?? false) || 'it has no backups',
    npm.networks.join() === 'database,outside' || 'it reaches no mail server, bucket or database',
    ['owner.env', 'maintenance.env', 'backup.env'].every((each) => npm.secrets.includes(each)) || 'it lacks a role',
  ].flatMap((each) => (each === true ? [] : [`npm: ${each}`]));
}

/** The variables of a file for `--env-file`. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
