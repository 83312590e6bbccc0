import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * `node deploy/compose/new-secrets.mjs`: creates the secrets of compose.yml with random values, once. An existing folder is left
 * as it is, because SECRET_KEY encrypts what the database holds. Only the owner of the folder may enter it; the files may be read by
 * the users of the containers, into which each is mounted by itself.
 */
const folder = join(import.meta.dirname, 'secrets');
const ADDRESS = 'postgres:5432/channel_booking';

if (existsSync(folder)) {
  console.error(`${folder} exists already: nothing was changed.`);
  process.exitCode = 1;
} else {
  const [postgres, owner, application, maintenance, backup] = Array.from({ length: 5 }, () =>
    randomBytes(24).toString('hex'),
  );
  const files = {
    'postgres-password': postgres,
    'owner-password': owner,
    'application-password': application,
    'maintenance-password': maintenance,
    'backup-password': backup,
    'programs.env': `DATABASE_URL=postgres://channel_application:${application}@${ADDRESS}\nSECRET_KEY=${randomBytes(32).toString('base64url')}\n`,
    'maintenance.env': `DATABASE_MAINTENANCE_URL=postgres://channel_maintenance:${maintenance}@${ADDRESS}\n`,
    'backup.env': `BACKUP_DATABASE_URL=postgres://channel_backup:${backup}@${ADDRESS}\n`,
    'owner.env': `DATABASE_OWNER_URL=postgres://channel_owner:${owner}@${ADDRESS}\n`,
  };
  mkdirSync(folder, { mode: 0o700 });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content, { mode: 0o444 });
  console.log(
    `Created ${folder}. Keep a copy of programs.env: without its SECRET_KEY the secrets of webhooks cannot be decrypted.`,
  );
}
