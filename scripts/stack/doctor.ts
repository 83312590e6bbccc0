import { resolve } from 'node:path';
import { examine, type Finding } from '@channel/api/doctor';
import { addressesOfRunning } from '@channel/prisma/embedded';
import { loadSettings } from '@channel/settings';
import { proceeds } from '../set-up/arguments.mjs';
import { cyan, fail, green, red, say } from '../set-up/progress.mjs';
import { root } from '../set-up/project.mjs';
import { dataDirOf, postgresDirOf } from './database.ts';
import { storedKey } from './environment.ts';

const HELP = `Usage: npm run doctor

Checks this installation, with the settings of this terminal: the settings, Postgres (version, rights, migrations,
time-outs, connections, clock), the key, the storage of files, the disk, the mail server, the backup. It starts nothing,
and changes nothing but one small file in the storage. Exits with 1 if there is a problem; warnings do not count.`;

const SIGNS: Record<Finding['state'], string> = { fine: green('✓'), warning: cyan('!'), problem: red('✗') };

async function doctor(): Promise<boolean> {
  const given = loadSettings(process.env);
  say(`${SIGNS.fine} Settings: valid; Node ${process.version}`);
  const settings = { ...given, dataDir: dataDirOf(given), mediaDir: resolve(root, given.mediaDir) };
  const findings = examine({
    settings,
    addresses: () =>
      given.databaseUrl === null
        ? addressesOfRunning(postgresDirOf(given))
        : {
            connectionString: given.databaseUrl,
            direct: given.databaseDirectUrl ?? undefined,
            owner: given.databaseOwnerUrl ?? given.databaseDirectUrl ?? given.databaseUrl,
            maintenance: given.databaseMaintenanceUrl ?? undefined,
          },
    key: () => given.secretKey ?? storedKey(given),
    clock: () => new Date(),
  });
  let problems = 0;
  for await (const { name, state, text } of findings) {
    say(`${SIGNS[state]} ${name}: ${text}`);
    if (state === 'problem') problems += 1;
  }
  return problems === 0;
}

// The reader of the output may leave.
process.stdout.on('error', () => process.exit(1));
try {
  if (proceeds(HELP) && !(await doctor())) process.exitCode = 1;
} catch (error) {
  fail(error);
}
// A check that took too long may still wait for an answer.
process.stdout.write('', () => process.exit());
