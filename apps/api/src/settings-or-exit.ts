import { loadSettings, type Settings, SettingsError } from '@channel/settings';

/** What every program needs, and `npm start` sets by itself. */
const NEEDED = [
  {
    setting: 'databaseUrl',
    name: 'DATABASE_URL',
    expected: 'the address of a Postgres database; `npm start` sets it by itself',
  },
  {
    setting: 'secretKey',
    name: 'SECRET_KEY',
    expected: 'a secret of at least 32 characters, the same for all programs; `npm start` makes one by itself',
  },
] as const;

/** The settings of a program. One that is not usable ends the program with its name. */
export function settingsOrExit(): Settings {
  try {
    const settings = loadSettings(process.env);
    const missing = NEEDED.filter(({ setting }) => settings[setting] === null);
    if (missing.length > 0) throw new SettingsError(missing);
    return settings;
  } catch (error) {
    return exitFor(error);
  }
}

/** Ends the program with the names of settings that are not usable. @throws every other error */
export function exitFor(error: unknown): never {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exit(1);
}
