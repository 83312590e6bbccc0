import { dateAt } from '@channel/graph';
import type { Tx } from '@channel/prisma';
import { demoLogins, demoWorld, publishedPassword } from '@channel/prisma/demo';
import { importDocument } from '../import/import-document.ts';
import { type NewLogin, publishedLogins, randomPassword, renewPasswords } from './demo-logins.ts';
import { openImport, printResult } from './import-program.ts';

/*
 * Fills the database with the demo world, once. `npm start` runs it. The passwords of its logins are public; in
 * production they are random and shown once, and demo world with the public ones is refused.
 */

const MARK = 'demo';

const { options, end } = await openImport('channel-seed-demo');
const { db, settings, now } = options;
const { isProduction } = settings;
try {
  if (!(await isSeeded())) await seed();
  else if (isProduction) await keepOut();
  else console.log('The demo world exists already.');
} finally {
  await end();
}

async function seed(): Promise<void> {
  options.progress?.('Generating the demo world');
  // The date at the office; departures follow the clocks of their cities.
  const today = dateAt(now, 'Europe/Amsterdam').toISOString().slice(0, 10);
  const logins = new Map(
    demoLogins.map((login) => [login.name, isProduction ? randomPassword() : publishedPassword(login)]),
  );
  const world = demoWorld({ seed: settings.demoSeed, today, passwordOf: ({ name }) => logins.get(name) ?? null });
  const mark = { state: 'finished', logins: isProduction ? 'own' : 'published', seed: settings.demoSeed, today };
  const afterwards = (tx: Tx) => remember(tx, mark);
  printResult(await importDocument(world, { ...options, folder: '.', afterwards }));
  options.progress?.('The demo world is ready');
  if (isProduction) printLogins(demoLogins.map(({ name, email }) => ({ email, password: logins.get(name) ?? '' })));
}

/** Ensures that no demo login has a public password. */
async function keepOut(): Promise<void> {
  const published = await publishedLogins(db);
  if (published.length > 0 && !settings.seedDemo) {
    console.error(
      `This database holds the demo world, and the passwords in the README are valid for ${published.map(({ email }) => email).join(', ')}. Production does not start with them: set SEED_DEMO=1 once to give them random passwords, or DATA_DIR or DATABASE_URL to a database without the demo world.`,
    );
    process.exitCode = 1;
    return;
  }
  if (published.length > 0) printLogins(await renewPasswords(db, published, now));
  await db.$executeRaw`UPDATE system_state SET value = value || '{"logins": "own"}' WHERE key = ${MARK}`;
}

/** Prints the passwords, which are not stored anywhere. */
function printLogins(logins: NewLogin[]): void {
  console.log('\n    Logins of the demo world. Their passwords are not shown again:\n');
  for (const { email, password } of logins) console.log(`    ${email.padEnd(24)}${password}`);
  console.log('');
}

async function isSeeded(): Promise<boolean> {
  const finished = { key: MARK, value: { path: ['state'], equals: 'finished' } };
  return (await db.systemState.count({ where: finished })) > 0;
}

/** Stores the mark in the transaction of the import, so that the database has either both or neither. */
async function remember(tx: Tx, value: Record<string, string | number>): Promise<void> {
  await tx.systemState.upsert({
    where: { key: MARK },
    create: { key: MARK, value },
    update: { value, updatedAt: now },
  });
}
