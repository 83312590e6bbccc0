import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../set-up/project.mjs';
import { unitViolations } from './units.ts';

const place = join(root, 'deploy/systemd');
const files = Object.fromEntries(readdirSync(place).map((name) => [name, readFileSync(join(place, name), 'utf8')]));

it('the units keep the rules', () => {
  expect(Object.keys(files).filter((name) => name.endsWith('.service'))).toHaveLength(7);
  expect(unitViolations(files)).toEqual([]);
});

it.each([
  ['root', 'channel-api.service', 'User=channel', 'User=root', 'it runs as root'],
  ['a file system that can be written', 'channel-worker.service', '=strict', '=full', 'ProtectSystem is not "strict"'],
  ['privileges', 'channel-console.service', 'Privileges=yes', 'Privileges=no', 'NoNewPrivileges is not "yes"'],
  [
    'capabilities',
    'channel-api.service',
    'BoundingSet=',
    'BoundingSet=CAP_SYS_ADMIN',
    'CapabilityBoundingSet is not ""',
  ],
  ['all system calls', 'channel-api.service', /SystemCallFilter=.*\n/g, '', 'it may make any system call'],
  [
    'a Node of the machine',
    'channel-api.service',
    '/opt/channel-booking/node_modules/node/bin/',
    '/usr/bin/',
    'not the own',
  ],
  ['a program that does not exist', 'channel-worker.service', 'src/worker.ts', 'src/work.ts', 'there is no apps/api'],
  [
    'a credential that is not given',
    'channel-api.service',
    /LoadCredential=.*\n/,
    '',
    'it reads programs.env, and gets',
  ],
  ['the owner in the API', 'channel-api.service', /programs\.env/g, 'owner.env', 'it may not read owner.env'],
  [
    'the owner in the API by another name',
    'channel-api.service',
    'programs.env:/etc/channel-booking/programs.env',
    'programs.env:/etc/channel-booking/owner.env',
    'programs.env comes from /etc/channel-booking/owner.env',
  ],
  [
    'the maintenance role in the API',
    'channel-api.service',
    /programs\.env/g,
    'maintenance.env',
    'not read maintenance',
  ],
  ['backups in the API', 'channel-api.service', /programs\.env/g, 'backup.env', 'it may not read backup.env'],
  ['another command', 'channel-api.service', 'Type=exec', 'ExecStartPre=+/bin/sh', 'it has ExecStartPre,ExecStart'],
  [
    'later system calls',
    'channel-api.service',
    'UMask',
    'SystemCallFilter=@mount @privileged\nUMask',
    'are changed by',
  ],
  ['no lower priority', 'channel-archiver.service', 'SystemCallFilter=setpriority', '', 'its system calls are changed'],
  ['a second user', 'channel-api.service', 'UMask', 'User=root\nUMask', 'User is set more than once'],
  ['a second command', 'channel-api.service', 'UMask', 'ExecStart=/bin/sh\nUMask', 'ExecStart is set more than once'],
  ['a secret in the unit', 'channel-api.service', '=NODE_ENV', '=SECRET_KEY=x NODE_ENV', 'everybody reads SECRET_KEY'],
  ['a secret in settings', 'settings.env', 'API_URL', 'SECRET_KEY=x\nAPI_URL', 'everybody reads SECRET_KEY'],
  [
    'a role in settings',
    'settings.env',
    'API_URL',
    'DATABASE_OWNER_URL=postgres://o@h/d\nAPI_URL',
    'everybody reads DATABASE_OWNER',
  ],
  ['no folder of files in settings', 'settings.env', /MEDIA_DIR=.*\n/, '', 'MEDIA_DIR is not /var/lib/'],
  ['files elsewhere', 'settings.env', '/channel-booking/media', '/media', 'MEDIA_DIR is not /var/lib/'],
  ['no folder of files', 'channel-worker.service', /StateDirectory=.*\n/, '', 'it has no folder of files'],
  ['no folder of drills', 'channel-archiver.service', ' channel-drills', '', 'it has no folder of drills'],
  ['two stacks', 'channel-start.service', /Conflicts=.*\n/, '', 'it runs beside channel.target'],
  ['a boot without it', 'channel-start.service', /WantedBy=.*/, '', 'no boot starts it'],
  ['a boot without the target', 'channel.target', /WantedBy=.*/, '', 'no boot starts it'],
  ['a check without a time', 'channel-backup-check.timer', /OnCalendar=.*\n/, '', 'it never runs'],
  ['a debugger', 'channel-worker.service', /Environment=NODE_OPTIONS=.*\n/, '', 'a signal opens its debugger'],
  [
    'readable environments',
    'channel-worker.service',
    'PrivateUsers=yes',
    'PrivateUsers=no',
    'PrivateUsers is not "yes"',
  ],
  ['a setting that does not exist', 'settings.env', 'MEDIA_DIR=', 'MEDIA_FOLDER=', 'MEDIA_FOLDER is no setting'],
  ['a stop that is too short', 'channel-api.service', 'StopSec=30', 'StopSec=15', 'it is killed after 15 s'],
  ['a longer drain', 'settings.env', 'DRAIN_SECONDS=5', 'DRAIN_SECONDS=60', 'it is killed after 30 s'],
  ['signals for all processes', 'channel-api.service', 'KillMode=mixed', 'KillMode=control-group', 'its children get'],
  ['no restart', 'channel-worker.service', 'Restart=on-failure', 'Restart=no', 'it is not restarted'],
  ['shared memory that is removed', 'channel-worker.service', 'RemoveIPC=no', 'RemoveIPC=yes', 'RemoveIPC is not "no"'],
  ['a unit that nobody starts', 'channel.target', ' channel-worker.service', '', 'channel.target does not start it'],
  ['a misspelled example', 'programs.env', 'DATABASE_URL=', 'DATABASE_URI=', 'DATABASE_URI is no setting'],
])('finds %s', (_, file, from, to, violation) => {
  const changed = { ...files, [file]: files[file]?.replace(from, to) ?? '' };
  expect(changed[file]).not.toBe(files[file]);
  expect(unitViolations(changed).join('\n')).toContain(violation);
});
