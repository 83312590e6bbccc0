import { loadSettings, type Settings, SettingsError } from '@channel/settings';

/** The settings that every program needs and that `npm start` sets automatically. */
const NEEDED = [
  {
    setting: 'databaseUrl',
    name: 'DATABASE_URL',
    expected: 'the address of a Postgres database; `npm start` sets it automatically',
  },
  {
    setting: 'secretKey',
    name: 'SECRET_KEY',
    expected: 'a secret of at least 32 characters, the same for all programs; `npm start` creates one automatically',
  },
] as const;

/** The settings of a program. An invalid one ends the program with its name. */
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

/** Ends the program with the names of the invalid settings. @throws any other error */
export function exitFor(error: unknown): never {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exit(1);
}
