import { examine, type Finding } from '@channel/api/doctor';
import { createPrisma } from '@channel/prisma';
import { runningEmbedded } from '@channel/prisma/embedded';
import { loadSettings } from '@channel/settings';
import { cyan, fail, green, red, say } from '../set-up/progress.mjs';
import { asksForHelp } from '../set-up/run-on-own-node.mjs';
import { postgresDirOf } from './database.ts';
import { programEnvironment } from './environment.ts';

const HELP = `Usage: npm run doctor

Checks this installation, with the settings of this terminal: the settings, Postgres (version, migrations, time-outs,
connections, role, clock), the key, the storage of files, the disk, the mail server. It starts nothing, and changes
nothing but one small file in the storage. Exits with 1 if there is a problem; warnings do not count.`;

const SIGNS: Record<Finding['state'], string> = { fine: green('✓'), warning: cyan('!'), problem: red('✗') };

async function doctor(): Promise<boolean> {
  const given = loadSettings(process.env);
  say(`${SIGNS.fine} Settings: valid; Node ${process.version}`);
  const connectionString = given.databaseUrl ?? (await runningEmbedded(postgresDirOf(given)))?.connectionString;
  // As the programs read them: with the generated key of the embedded database, which exists once it has run.
  const settings = connectionString ? loadSettings(programEnvironment(given, connectionString)) : given;
  const db = connectionString && createPrisma({ connectionString, poolSize: 1, applicationName: 'channel-doctor' });
  let problems = 0;
  try {
    const installation = {
      settings: { ...settings, databaseUrl: given.databaseUrl },
      database: db && connectionString ? { db, connectionString } : undefined,
      clock: () => new Date(),
    };
    for await (const { name, state, text } of examine(installation)) {
      say(`${SIGNS[state]} ${name}: ${text}`);
      if (state === 'problem') problems += 1;
    }
  } finally {
    if (db) await db.$disconnect();
  }
  return problems === 0;
}

try {
  if (asksForHelp(process.argv.slice(2))) say(HELP);
  else if (!(await doctor())) process.exitCode = 1;
} catch (error) {
  fail(error);
}
// The IPC channel to the parent process would keep this one running.
process.disconnect?.();
