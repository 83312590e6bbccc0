import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listSettings, loadSettings } from '@channel/settings';
import { root } from '../set-up/project.mjs';
import { variablesOf } from './compose.ts';

/** The folder in which the units expect this project. */
export const HOME = '/opt/channel-booking';

/** Directives that each service has, with their values. */
const HARDENED: Readonly<Record<string, string>> = {
  NoNewPrivileges: 'yes',
  ProtectSystem: 'strict',
  ProtectHome: 'yes',
  PrivateTmp: 'yes',
  PrivateDevices: 'yes',
  RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX',
  RestrictNamespaces: 'yes',
  // A command may run a Postgres as the same user, whose shared memory the end of the last unit would remove.
  RemoveIPC: 'no',
  CapabilityBoundingSet: '',
  AmbientCapabilities: '',
  // Processes of the same user in other units cannot read its environment.
  PrivateUsers: 'yes',
  SystemCallArchitectures: 'native',
};
const CREDENTIAL = /^--env-file=%d\/(\S+)$/;
/** Variables that are no settings. */
const OTHERS = ['NEXT_TELEMETRY_DISABLED', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'TMPDIR'];
const SETTINGS = '/etc/channel-booking';
const MEDIA = 'channel-booking/media';
const SECRET = /SECRET|PASSWORD|DATABASE/;
/** The services that may read the roles of others than the programs. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  'owner.env': ['channel-migrate.service'],
  'maintenance.env': ['channel-migrate.service', 'channel-worker.service'],
  'backup.env': ['channel-archiver.service', 'channel-backup-check.service', 'channel-start.service'],
};
/** Those that run drills, which lower their priority and restore into a folder of their own. */
const DRILLING = ['channel-archiver.service', 'channel-start.service'];

/** All values of each directive of a unit. */
const directivesOf = (text: string): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const [, name = '', value = ''] of text.matchAll(/^(\w+)=(.*)$/gm))
    found.set(name, [...(found.get(name) ?? []), value.trim()]);
  return found;
};

/**
 * What the units would do wrong; empty if all is well. `files` are their texts by name, with the examples settings.env,
 * programs.env, owner.env, maintenance.env and backup.env.
 */
export function unitViolations(files: Readonly<Record<string, string>>): string[] {
  const violations: string[] = [];
  const settings = { ...variablesOf(files['settings.env'] ?? ''), NODE_ENV: 'production' };
  const secrets = { ...variablesOf(files['programs.env'] ?? ''), SECRET_KEY: 'x'.repeat(32) };
  const { drainSeconds, shutdownTimeoutSeconds } = loadSettings({ ...settings, ...secrets });
  const known = [...listSettings().map(({ name }) => name), ...OTHERS];
  const services = Object.entries(files).filter(([name]) => name.endsWith('.service'));

  for (const [unit, text] of services) {
    const directives = directivesOf(text);
    const all = (name: string) => directives.get(name) ?? [];
    const demand = (isMet: boolean, violation: string) => void (isMet || violations.push(`${unit}: ${violation}`));
    const isMigration = unit === 'channel-migrate.service';
    const isCheck = unit === 'channel-backup-check.service';
    // All programs in one, with a Postgres of its own.
    const isWhole = unit === 'channel-start.service';

    const isNobody = all('DynamicUser')[0] === 'yes';
    demand(isNobody || (/^[a-z]+$/.test(all('User')[0] ?? 'root') && all('User')[0] !== 'root'), 'it runs as root');
    for (const [name, value] of Object.entries(HARDENED))
      demand(all(name).at(-1) === value || (isNobody && name === 'RemoveIPC'), `${name} is not "${value}"`);
    const [calls, ...less] = all('SystemCallFilter');
    demand(calls === '@system-service', 'it may make any system call');
    const isDrilling = DRILLING.includes(unit);
    const expected = ['~@privileged @resources', ...(isDrilling ? ['setpriority'] : [])];
    demand(less.join() === expected.join(), `its system calls are changed by ${less}`);
    const starts = [...directives.keys()].filter((name) => name.startsWith('Exec'));
    demand(starts.join() === 'ExecStart', `it has ${starts}`);
    for (const name of ['User', 'ExecStart']) demand(all(name).length <= 1, `${name} is set more than once`);

    const [command = ''] = all('ExecStart');
    const [program, ...args] = command.split(' ');
    demand(program === `${HOME}/node_modules/node/bin/node`, `it starts ${program}, not the own Node`);
    const file = args.find((each) => !each.startsWith('-')) ?? '';
    const folder = (all('WorkingDirectory')[0] ?? '').replace(HOME, '.');
    demand(existsSync(join(root, folder, file)), `there is no ${join(folder, file)}`);
    const read = args.flatMap((each) => CREDENTIAL.exec(each)?.[1] ?? []).sort();
    const loaded = all('LoadCredential').map((each) => each.split(':')[0] ?? '');
    demand(read.join() === loaded.sort().join(), `it reads ${read}, and gets ${loaded}`);
    for (const each of read) demand(each in files, `there is no example of ${each}`);
    for (const each of read) demand(READERS[each]?.includes(unit) ?? true, `it may not read ${each}`);
    for (const each of all('LoadCredential')) {
      const [id = '', from = ''] = each.split(':');
      demand(from === `${SETTINGS}/${id}`, `${id} comes from ${from}`);
    }
    if (!isNobody) {
      const folders = all('StateDirectory').join(' ').split(' ');
      demand(folders.includes('channel-booking') && folders.includes(MEDIA), 'it has no folder of files');
    }
    const caches = all('CacheDirectory').join(' ').split(' ');
    demand(!isDrilling || caches.includes('channel-drills'), 'it has no folder of drills');
    demand(all('EnvironmentFile').join() === `${SETTINGS}/settings.env`, 'it does not read settings.env');
    const given = all('Environment').flatMap((line) => line.split(' ').map((each) => each.split('=')[0] ?? ''));
    for (const name of given) demand(!SECRET.test(name), `everybody reads ${name}`);
    const environment = all('Environment').join(' ').split(' ');
    demand(environment.includes('NODE_OPTIONS=--disable-sigusr1'), 'a signal opens its debugger');
    const used = [...command.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
    for (const name of [...given, ...used]) demand(known.includes(name), `${name} is no setting`);

    if (isCheck) continue;
    if (!isWhole) demand(all('PartOf').join() === 'channel.target', 'it does not stop with channel.target');
    if (isMigration) continue;
    const stop = Number(all('TimeoutStopSec')[0]);
    demand(stop > drainSeconds + shutdownTimeoutSeconds, `it is killed after ${stop} s, while it still ends`);
    demand(all('KillMode')[0] === 'mixed', 'its children get the signal, too');
    demand(all('Restart')[0] === 'on-failure', 'it is not restarted');
    if (isWhole) {
      demand(all('Conflicts').join() === 'channel.target', 'it runs beside channel.target');
      demand(all('WantedBy').join() === 'multi-user.target', 'no boot starts it');
      continue;
    }
    const wanted =
      directivesOf(files['channel.target'] ?? '')
        .get('Wants')?.[0]
        ?.split(' ') ?? [];
    demand(wanted.includes(unit), 'channel.target does not start it');
  }
  for (const name of ['settings.env', 'programs.env', 'owner.env', 'maintenance.env', 'backup.env'])
    for (const variable of Object.keys(variablesOf(files[name] ?? '')))
      if (!known.includes(variable)) violations.push(`${name}: ${variable} is no setting`);
  violations.push(...fileViolations(files));
  return violations;
}

/** What is wrong in the other files: the timer, the target, and the settings that everybody may read. */
function fileViolations(files: Readonly<Record<string, string>>): string[] {
  const violations: string[] = [];
  const settings = variablesOf(files['settings.env'] ?? '');
  for (const name of Object.keys(settings))
    if (SECRET.test(name)) violations.push(`settings.env: everybody reads ${name}`);
  if (settings.MEDIA_DIR !== `/var/lib/${MEDIA}`) violations.push(`settings.env: MEDIA_DIR is not /var/lib/${MEDIA}`);
  const demanded = [
    ['channel-backup-check.timer', 'OnCalendar', /./, 'it never runs'],
    ['channel-backup-check.timer', 'WantedBy', /^timers\.target$/, 'no boot starts it'],
    ['channel.target', 'WantedBy', /^multi-user\.target$/, 'no boot starts it'],
  ] as const;
  for (const [file, directive, value, violation] of demanded)
    if (
      !value.test(
        directivesOf(files[file] ?? '')
          .get(directive)
          ?.join() ?? '',
      )
    )
      violations.push(`${file}: ${violation}`);
  return violations;
}
