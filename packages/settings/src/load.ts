import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { mailbox } from './mail-kinds.ts';
import type { Read, Setting } from './setting.ts';
import { settingsTable } from './table/index.ts';

/** All settings of the installation, validated and typed. */
export type Settings = ReturnType<typeof settingsTable>;

/** A variable with an invalid value, and the expected value. */
export type SettingViolation = { name: string; expected: string };

/** Some variables are invalid. The message lists all of them, for the operator at the terminal. */
export class SettingsError extends Error {
  readonly violations: SettingViolation[];
  constructor(violations: SettingViolation[]) {
    const lines = violations.map(({ name, expected }) => `  ${name}: expected ${expected}`);
    super(
      [`${violations.length === 1 ? 'A setting is' : `${violations.length} settings are`} invalid:`, ...lines].join(
        '\n',
      ),
    );
    this.name = 'SettingsError';
    this.violations = violations;
  }
}

/** Settings of former releases, and what replaces each: a start that ignored them would leave something switched off. */
const REMOVED: Readonly<Record<string, string>> = {
  METRICS: 'set METRICS_PORT, for example to 9464, and let Prometheus scrape /metrics there',
};

/**
 * Reads all settings from environment variables. An absent or blank variable has its default.
 *
 * @throws {SettingsError} with all invalid variables at once.
 */
export function loadSettings(env: Record<string, string | undefined>): Settings {
  const violations: SettingViolation[] = [];
  const read: Read = (setting) => {
    const given = env[setting.name]?.trim();
    if (!given) return fallback(setting);
    const { kind, name } = setting;
    const parsed = kind.schema.safeParse(given);
    if (parsed.success && (kind.isUsable?.(given) ?? true)) return parsed.data;
    violations.push({
      name,
      expected: kind.secret ? kind.expected : `${kind.expected}; it is ${JSON.stringify(given)}`,
    });
    return fallback(setting);
  };
  const settings = settingsTable(read);
  for (const [name, replacement] of Object.entries(REMOVED)) {
    if (env[name]?.trim())
      violations.push({ name, expected: `no value, because the setting was removed: ${replacement}` });
  }
  // A variable with a violation already reads as not set here.
  const demand = (name: string, isMet: boolean, expected: string) => {
    if (!isMet && violations.every((violation) => violation.name !== name)) violations.push({ name, expected });
  };
  const { isProduction, secretKey, webhookHttpsOnly, databaseUrl, databaseOwnerUrl, databaseMaintenanceUrl } = settings;
  const { smtp, mailFrom, demoMailbox, operatorMail } = settings;
  if (isProduction) {
    demand('SECRET_KEY', secretKey !== null, 'a secret of at least 32 characters, which production requires');
    demand('WEBHOOK_HTTPS_ONLY', webhookHttpsOnly, '1, which production requires');
  }
  for (const [name, url] of [
    ['DATABASE_DIRECT_URL', settings.databaseDirectUrl],
    ['DATABASE_OWNER_URL', databaseOwnerUrl],
    ['DATABASE_MAINTENANCE_URL', databaseMaintenanceUrl],
  ] as const) {
    if (url === null) continue;
    demand(
      'DATABASE_URL',
      databaseUrl !== null,
      `the address of the same database as ${name}, for the server processes`,
    );
  }
  const { metricsPort, apiPort, consolePort } = settings;
  demand(
    'METRICS_PORT',
    metricsPort === null || [apiPort, consolePort].every((port) => port !== metricsPort && port !== metricsPort + 1),
    'a port that, like the next one, is neither API_PORT nor CONSOLE_PORT',
  );
  const { backupDir, backupDatabaseUrl, dataDir, mediaDir } = settings;
  if (backupDir !== null) {
    demand(
      'BACKUP_DIR',
      !isWithin(backupDir, dataDir) && !isWithin(backupDir, mediaDir),
      'a folder outside of DATA_DIR and MEDIA_DIR: what deletes the data must not delete its backup',
    );
    demand(
      'BACKUP_DATABASE_URL',
      databaseUrl === null || backupDatabaseUrl !== null,
      'the address of the same database with a role for replication, which BACKUP_DIR with DATABASE_URL requires',
    );
  }
  const { openIdIssuer, openIdClientId, openIdClientSecret, passwordSignIn } = settings;
  demand(
    'OPENID_CLIENT_ID',
    openIdIssuer === null || openIdClientId !== null,
    'the id of a client, which OPENID_ISSUER requires',
  );
  demand(
    'OPENID_ISSUER',
    openIdIssuer !== null || (openIdClientId === null && openIdClientSecret === null && passwordSignIn === 'everyone'),
    'the issuer, which OPENID_CLIENT_ID, OPENID_CLIENT_SECRET and PASSWORD_SIGN_IN=administrators require',
  );
  demand('MAIL_FROM', smtp === null || mailFrom !== null, `${mailbox.expected}, which SMTP_URL requires`);
  demand('DEMO_MAILBOX', !demoMailbox || !isProduction, '0, because production sends its mails');
  demand('DEMO_MAILBOX', !demoMailbox || smtp === null, '0, because SMTP_URL is set');
  demand(
    'SMTP_URL',
    operatorMail.length === 0 || smtp !== null || demoMailbox,
    'a mail server, which OPERATOR_MAIL requires',
  );
  if (violations.length > 0) throw new SettingsError(violations);
  return settings;
}

/** All rows of the table. */
export function listSettings(): Setting<unknown>[] {
  const rows: Setting<unknown>[] = [];
  settingsTable((setting) => {
    rows.push(setting);
    return fallback(setting);
  });
  return rows;
}

function fallback<T>(setting: Setting<T>): T {
  return setting.kind.schema.parse(setting.default);
}

/** Whether a folder is another one or in it. */
function isWithin(folder: string, outer: string): boolean {
  const path = relative(real(resolve(outer)), real(resolve(folder)));
  return path === '' || !(path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path));
}

/** The path without symbolic links, as far as it exists. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(real(dirname(path)), basename(path));
  }
}
