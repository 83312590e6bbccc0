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
  SystemCallArchitectures: 'native',
};
const CREDENTIAL = /^--env-file=%d\/(\S+)$/;
/** Variables that are no settings. */
const OTHERS = ['NEXT_TELEMETRY_DISABLED', 'NODE_COMPILE_CACHE', 'TMPDIR'];

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
    demand(all('SystemCallFilter')[0] === '@system-service', 'it may make any system call');

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
    demand(isMigration || !read.includes('owner.env'), 'it has the role that owns the tables');
    demand(all('EnvironmentFile').join() === '/etc/channel-booking/settings.env', 'it does not read settings.env');
    const given = all('Environment').flatMap((line) => line.split(' ').map((each) => each.split('=')[0] ?? ''));
    const used = [...command.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
    for (const name of [...given, ...used]) demand(known.includes(name), `${name} is no setting`);

    if (isCheck) continue;
    if (!isWhole) demand(all('PartOf').join() === 'channel.target', 'it does not stop with channel.target');
    if (isMigration) continue;
    const stop = Number(all('TimeoutStopSec')[0]);
    demand(stop > drainSeconds + shutdownTimeoutSeconds, `it is killed after ${stop} s, while it still ends`);
    demand(all('KillMode')[0] === 'mixed', 'its children get the signal, too');
    demand(all('Restart')[0] === 'on-failure', 'it is not restarted');
    if (isWhole) continue;
    const wanted =
      directivesOf(files['channel.target'] ?? '')
        .get('Wants')?.[0]
        ?.split(' ') ?? [];
    demand(wanted.includes(unit), 'channel.target does not start it');
  }
  for (const name of ['settings.env', 'programs.env', 'owner.env', 'maintenance.env', 'backup.env'])
    for (const variable of Object.keys(variablesOf(files[name] ?? '')))
      if (!known.includes(variable)) violations.push(`${name}: ${variable} is no setting`);
  return violations;
}
