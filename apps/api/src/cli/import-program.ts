import { createPrisma } from '@channel/prisma';
import { loadSettings, SettingsError } from '@channel/settings';
import { direct } from '../addresses.ts';
import { commandClock } from '../clock/command-clock.ts';
import { timeOf } from '../clock/read-clock.ts';
import { IMPORT_TIMEOUT, type ImportOptions, type ImportResult } from '../import/import-document.ts';
import { openStorage } from '../media/open-storage.ts';

/** The common parts of the programs that import. */
export type ImportProgram = {
  options: Omit<ImportOptions, 'folder'>;
  end(): Promise<void>;
};

/** Reads the settings and opens the database and the storage. An invalid setting ends the program. */
export async function openImport(applicationName: string): Promise<ImportProgram> {
  // Prisma loads relations concurrently on the one connection of a transaction; pg queues them and prints a warning.
  process.noDeprecation = true;
  const settings = settingsOrExit();
  const db = createPrisma({
    connectionString: direct(settings),
    poolSize: 2,
    applicationName,
    statementTimeout: IMPORT_TIMEOUT,
  });
  const started = performance.now();
  const progress = (message: string) =>
    console.log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s  ${message}`);
  const clock = await commandClock(() => timeOf(db), console.error);
  return {
    options: { db, storage: openStorage(settings), settings, now: clock(), progress },
    end: () => db.$disconnect(),
  };
}

function settingsOrExit() {
  try {
    const settings = loadSettings(process.env);
    if (settings.databaseUrl && settings.secretKey) return settings;
    throw new SettingsError([
      ...(settings.databaseUrl ? [] : [{ name: 'DATABASE_URL', expected: 'the address of a Postgres database' }]),
      ...(settings.secretKey
        ? []
        : [{ name: 'SECRET_KEY', expected: 'the key of the installation, which signs ticket addresses' }]),
    ]);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Prints the result of an import. */
export function printResult({ report, availabilities }: ImportResult): void {
  const lines = Object.entries(report).map(
    ([kind, { created, updated, unchanged }]) =>
      `  ${kind.padEnd(14)} ${String(created).padStart(6)} new ${String(updated).padStart(6)} changed ${String(unchanged).padStart(6)} unchanged`,
  );
  console.log(
    [...lines, `  ${'availability'.padEnd(14)} ${String(availabilities).padStart(6)} created in advance`].join('\n'),
  );
}
