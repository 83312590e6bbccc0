import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * `node new-secrets.mjs`: creates the secrets of compose.yml with random values. Files that exist stay as they are, because
 * SECRET_KEY encrypts what the database holds; run again, it adds what a new release needs. Only the owner of the folder may
 * enter it; the files may be read by the users of the containers, into which each is mounted by itself.
 */
const folder = join(import.meta.dirname, 'secrets');
const ADDRESS = 'postgres:5432/channel_booking';

/** @param {string} name */
const stored = (name) => {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

/**
 * The password of a role: that of one of its two files, or a new one.
 * @param {string} role @param {string} envFile
 */
const passwordOf = (role, envFile) =>
  stored(`${role}-password`)?.trim() ??
  new RegExp(`//channel_${role}:([^@]+)@`).exec(stored(envFile) ?? '')?.[1] ??
  randomBytes(24).toString('hex');

if (existsSync(folder) && stored('programs.env') === undefined) {
  console.error(
    `${folder} has no programs.env, whose SECRET_KEY cannot be made again: copy it back. Nothing was changed.`,
  );
  process.exitCode = 1;
} else {
  const [owner, application] = [passwordOf('owner', 'owner.env'), passwordOf('application', 'programs.env')];
  const [maintenance, backup] = [passwordOf('maintenance', 'maintenance.env'), passwordOf('backup', 'backup.env')];
  const files = {
    'postgres-password': randomBytes(24).toString('hex'),
    'owner-password': owner,
    'application-password': application,
    'maintenance-password': maintenance,
    'backup-password': backup,
    'programs.env': `DATABASE_URL=postgres://channel_application:${application}@${ADDRESS}\nSECRET_KEY=${randomBytes(32).toString('base64url')}\n`,
    'maintenance.env': `DATABASE_MAINTENANCE_URL=postgres://channel_maintenance:${maintenance}@${ADDRESS}\n`,
    'backup.env': `BACKUP_DATABASE_URL=postgres://channel_backup:${backup}@${ADDRESS}\n`,
    'owner.env': `DATABASE_OWNER_URL=postgres://channel_owner:${owner}@${ADDRESS}\n`,
  };
  mkdirSync(folder, { mode: 0o700, recursive: true });
  // A stricter umask would keep the users of the containers from reading them.
  process.umask(0o022);
  const created = Object.entries(files).filter(([name]) => stored(name) === undefined);
  for (const [name, content] of created) writeFileSync(join(folder, name), content, { mode: 0o444, flag: 'wx' });
  console.log(
    created.length === 0
      ? `${folder} is complete: nothing was changed.`
      : `Created in ${folder}: ${created.map(([name]) => name).join(', ')}. Keep a copy: without the SECRET_KEY in programs.env the secrets of webhooks cannot be decrypted.`,
  );
}
