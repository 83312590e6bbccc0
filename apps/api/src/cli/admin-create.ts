import { parseArgs } from 'node:util';
import { hashPassword, PASSWORD_LENGTH } from '@channel/auth';
import { isTimeZone, likeText } from '@channel/graph';
import { inTransaction, type Tx } from '@channel/prisma';
import { z } from 'zod';
import { startCommand } from '../process.ts';
import { ask, Unanswerable } from './ask.ts';
import { givenPassword, password } from './given-password.ts';
import { refuseArguments } from './refuse-arguments.ts';

/*
 * `npm run admin:create`: creates an organization with its administrator. It prompts for options that are missing on
 * the command line, and for the password without showing it, unless ADMIN_PASSWORD has it.
 */

const USAGE = `Usage: npm run admin:create -- --organization NAME --name NAME --email ADDRESS --username NAME
                             [--currency EUR] [--language en] [--time-zone Europe/Amsterdam]

On a terminal, the program prompts for the first four if they are missing, and for the password (at least ${PASSWORD_LENGTH.shortest} characters).
Without a terminal, all four are required, and ADMIN_PASSWORD must hold the password.
Currency, language and time zone have defaults: EUR, en and that of this machine.`;

const answers = z.object({
  organization: z.string().trim().min(1, 'must not be empty').max(200),
  name: z.string().trim().min(1, 'must not be empty').max(200),
  email: z.email('must be a valid e-mail address').max(254),
  username: z.string().regex(/^[A-Za-z0-9._-]{2,60}$/, 'must be 2 to 60 letters, digits, dots, dashes or underscores'),
  password,
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as EUR'),
  language: z.string().regex(/^[a-z]{2}$/, 'must be a language code such as en'),
  timeZone: z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Amsterdam'),
});

type Answers = z.output<typeof answers>;

const RIGHTS: Record<string, string> = {
  allOrders: 'Sees and changes every order of the organization.',
  book: 'May book, and is listed among the issuers.',
  drive: 'May be assigned as driver of a transfer.',
  guide: 'May be assigned as tour guide of an order.',
  contact: 'May be assigned as contact person of an order.',
  console: 'May sign in to the staff console.',
  graphql: 'May send GraphQL operations of its own.',
  administer: 'Manages users, roles and webhook endpoints.',
  sharedTags: 'Changes tags of users, roles, cities, categories and products.',
};
const ADMINISTRATOR = ['allOrders', 'console', 'graphql', 'administer', 'sharedTags'];

/** Reads the command line. Ends the program after `--help`, and on invalid options. */
function readOptions() {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: {
        organization: option,
        name: option,
        email: option,
        username: option,
        currency: option,
        language: option,
        'time-zone': option,
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (!values.help) return values;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    refuseArguments(error, 'npm run admin:create');
  }
}

async function readAnswers(values: ReturnType<typeof readOptions>): Promise<Answers> {
  const given = {
    organization: values.organization ?? (await ask('Name of the organization: ')),
    name: values.name ?? (await ask("The administrator's name: ")),
    email: values.email ?? (await ask("The administrator's e-mail address: ")),
    username: values.username ?? (await ask('User name to log in with: ')),
    password: await givenPassword(),
    currency: values.currency ?? 'EUR',
    language: values.language ?? 'en',
    timeZone: values['time-zone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const checked = answers.safeParse(given);
  if (checked.success) return checked.data;
  for (const { path, message } of checked.error.issues) console.error(`  ${path.join('.')} ${message}`);
  process.exit(2);
}

async function create(tx: Tx, given: Answers, permissions: Record<string, string>, vat: string): Promise<void> {
  const { organization, currency, language, timeZone } = given;
  const name = (type: 'currency' | 'language', code: string) => new Intl.DisplayNames('en', { type }).of(code) ?? code;
  const symbol = new Intl.NumberFormat('en', { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;
  await tx.currency.createMany({
    data: { code: currency, symbol: symbol ?? currency, name: name('currency', currency) },
    skipDuplicates: true,
  });
  await tx.language.createMany({ data: { code: language, name: name('language', language) }, skipDuplicates: true });
  await tx.permission.createMany({
    data: Object.entries(permissions).map(([right, permission]) => ({
      name: permission,
      description: RIGHTS[right] ?? '',
    })),
    skipDuplicates: true,
  });
  const { id: organizationId } = await tx.organization.create({
    data: {
      name: organization,
      currencyCode: currency,
      timeZone,
      vatPercentage: vat,
      languages: { create: { languageCode: language, isDefault: true } },
    },
  });
  const { name: person, email, username } = given;
  await tx.role.create({
    data: {
      organizationId,
      name: 'Administrator',
      description: 'Sees every order and manages the organization.',
      permissions: { create: ADMINISTRATOR.map((right) => ({ permissionName: permissions[right] ?? right })) },
      users: {
        create: {
          user: { create: { name: person, email, username, passwordHash: await hashPassword(given.password) } },
        },
      },
    },
  });
}

/** The reason for a refusal; undefined if neither the organization nor the user exists. */
async function refusalOf({ organization, email, username }: Answers): Promise<string | undefined> {
  const same = (text: string) => ({ equals: likeText(text), mode: 'insensitive' as const });
  if (await db.organization.findFirst({ where: { name: same(organization) } }))
    return `The organization ${organization} exists already: its administrators invite others in the console, under People.`;
  if (await db.user.findFirst({ where: { OR: [{ email: same(email) }, { username: same(username) }] } }))
    return 'A user with this e-mail address or user name exists already.';
  return undefined;
}

const options = readOptions();
const { services, settings } = await startCommand('admin-create');
const { db } = services;
const given = await readAnswers(options).catch((error: unknown) => {
  if (!(error instanceof Unanswerable)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exit(2);
});
const refusal = await refusalOf(given);
if (refusal) {
  console.error(`  ${refusal}`);
  process.exitCode = 1;
} else {
  await inTransaction(db, (tx) => create(tx, given, settings.permissions, settings.defaultVatPercentage));
  console.log(
    `\n  The organization ${given.organization} was created: ${given.username} can sign in to the console at ${settings.consoleUrl}\n`,
  );
}
await db.$disconnect();
