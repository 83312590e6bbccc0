import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashPassword, PASSWORD_LENGTH } from '@channel/auth';
import { DomainError, setAdministratorPassword } from '@channel/graph';
import { contextOf } from '../context.ts';
import { startCommand } from '../process.ts';
import { Refused } from './acting-user.ts';
import { Unanswerable } from './ask.ts';
import { givenPassword, password } from './given-password.ts';
import { refuseArguments } from './refuse-arguments.ts';

/*
 * `npm run admin:password`: for an installation in which no administrator can sign in any more. It prompts for the password
 * without showing it, unless ADMIN_PASSWORD has it.
 */

const USAGE = `Usage: npm run admin:password -- --username NAME [--enable]

Sets the password of an administrator who can't sign in any more, such as the only one. All sessions, tokens and links of the
account end, and a link to the OpenID Connect provider; the lock of failed logins is lifted. The audit log records it, without
an actor. Others get a new password from an administrator, in the console under People.

  --username NAME   the name that the administrator logs in with
  --enable          also enables the account, if it is disabled

On a terminal, the program prompts for the password (at least ${PASSWORD_LENGTH.shortest} characters). Without one, ADMIN_PASSWORD must hold it.`;

/** Reads the command line. Ends the program after `--help`, and on invalid options. */
function readOptions(): { username: string; enable: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        username: { type: 'string' },
        enable: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const { username = '', enable, help } = values;
    if (help) {
      console.log(USAGE);
      process.exit(0);
    }
    if (username === '') throw new Refused('--username is required.');
    return { username, enable };
  } catch (error) {
    refuseArguments(error, 'npm run admin:password');
  }
}

async function readPassword(): Promise<string> {
  const checked = password.safeParse(await givenPassword());
  if (checked.success) return checked.data;
  for (const { message } of checked.error.issues) console.error(`The password ${message}.`);
  process.exit(2);
}

const HINTS: Partial<Record<DomainError['code'], string>> = {
  NOT_FOUND: ' --username must be the user name of a person.',
  CONFLICT: ' Add --enable to enable it, too.',
};

const options = readOptions();
const given = await readPassword().catch((error: unknown) => {
  if (!(error instanceof Unanswerable)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exit(2);
});
const { services, settings } = await startCommand('admin-password');
try {
  const incoming = { actor: null, channel: 'system', address: null, requestId: randomUUID() } as const;
  const passwordHash = await hashPassword(given);
  const set = await setAdministratorPassword(await contextOf(services, incoming), { ...options, passwordHash });
  console.log(`${set.username} has a new password, and can sign in to the console at ${settings.consoleUrl}`);
  if (set.wasDisabled) console.log('The account is enabled again.');
  if (set.wasLinked)
    console.log('Its link to the OpenID Connect provider has ended: the next sign-in by the provider links it again.');
} catch (error) {
  if (!(error instanceof DomainError)) throw error;
  console.error(`${error.message}${HINTS[error.code] ?? ''}`);
  process.exitCode = 1;
} finally {
  await services.db.$disconnect();
}
