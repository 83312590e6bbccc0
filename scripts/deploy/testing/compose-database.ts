import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '@channel/prisma/embedded';
import { ownNode, root } from '../../set-up/project.mjs';
import { query } from '../../stack/query.ts';

/** The database of compose.yml, in the Postgres that this project brings in place of the image of Postgres. */
export type ComposeDatabase = {
  /** The folder of the secrets that new-secrets.mjs created; addresses lead to `server`. */
  secrets: string;
  /** What roles.sh added to pg_hba.conf. */
  hba: string;
  server: EmbeddedPostgres;
};

/** Creates secrets and roles by the files of deploy/compose; needs psql. `folder` gets all that is made. */
export async function composeDatabase(folder: string): Promise<ComposeDatabase> {
  const place = join(folder, 'compose');
  cpSync(join(root, 'deploy/compose'), place, { recursive: true });
  execFileSync(ownNode, [join(place, 'new-secrets.mjs')], { stdio: 'ignore' });
  const server = await startEmbedded({ dataDir: join(folder, 'postgres') });
  const superuser = new URL(server.superuser);
  superuser.pathname = '/postgres';
  // The image of Postgres has neither.
  await query(superuser.href, 'drop database channel_booking');
  for (const { rolname } of await query(superuser.href, "select rolname from pg_roles where rolname ~ '^channel_'"))
    await query(superuser.href, `alter role ${rolname} rename to "former ${rolname}"`);
  const secrets = join(place, 'secrets');
  const script = join(place, 'roles.sh');
  writeFileSync(script, readFileSync(script, 'utf8').replaceAll('/run/secrets', secrets));
  const data = join(place, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'pg_hba.conf'), '');
  execFileSync('sh', [script], {
    env: {
      ...{ PATH: process.env.PATH, PGDATA: data, POSTGRES_USER: superuser.username },
      ...{ PGHOST: '127.0.0.1', PGPORT: superuser.port, PGPASSWORD: decodeURIComponent(superuser.password) },
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for (const name of readdirSync(secrets).filter((each) => each.endsWith('.env'))) {
    const text = readFileSync(join(secrets, name), 'utf8');
    writeFileSync(join(secrets, name), text.replace('@postgres:5432/', `@127.0.0.1:${server.port}/`));
  }
  return { secrets, hba: readFileSync(join(data, 'pg_hba.conf'), 'utf8'), server };
}
