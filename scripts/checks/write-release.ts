import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations, tableMap } from '@channel/prisma';
import { root } from '../set-up/project.mjs';
import { RELEASE, SURFACES } from './compatibility.ts';
import { DATABASE } from './migration-risks.ts';

// `npm run generate -- --release`: the documents of the latest commit become those of the last release.
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });

mkdirSync(join(root, RELEASE), { recursive: true });
for (const { file, released } of SURFACES) writeFileSync(join(root, RELEASE, released), git('show', `HEAD:${file}`));
const [commit, date] = git('log', '-1', '--format=%H %cs').trim().split(' ');
writeFileSync(join(root, RELEASE, 'release.json'), `${JSON.stringify({ commit, date }, null, 2)}\n`);

const tables = Object.values(tableMap).map(({ name, columns }) => [
  name,
  Object.values(columns).map(({ column }) => column),
]);
const migrations = (await readMigrations()).map(({ name }) => name);
const database = { migrations, tables: Object.fromEntries(tables) };
writeFileSync(join(root, RELEASE, DATABASE), `${JSON.stringify(database, null, 2)}\n`);
