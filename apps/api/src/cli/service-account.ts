import { parseArgs } from 'node:util';
import { startCommand } from '../process.ts';
import { personOf, Refused, type Send, senderOf } from './acting-user.ts';
import { refuseArguments } from './refuse-arguments.ts';

/*
 * `npm run service-account`: what an administrator does with service accounts, by the same GraphQL operations, with the
 * same rights and the same audit log.
 */

const USAGE = `Usage: npm run service-account -- create  --as USERNAME --name NAME --role ROLE… --scope SCOPE…
                                          [--organization NAME] [--owner USERNAME] [--description TEXT]
                                          [--expires TIME] [--address-range NETWORK…]
       npm run service-account -- token   --as USERNAME --account ID --name NAME [--expires TIME]
       npm run service-account -- revoke  --as USERNAME --account ID --token ID
       npm run service-account -- disable --as USERNAME --account ID
       npm run service-account -- enable  --as USERNAME --account ID
       npm run service-account -- list    --as USERNAME

--as names an administrator, who must be allowed to do it. A role is named by its name in the organization; --role, --scope and --address-range
may be repeated. Without --organization the account is created in the only one that the administrator administers; without --owner the
administrator is its owner. A time is ISO 8601, such as 2027-01-01T00:00:00Z. "token" prints the new token, once, and nothing else, to its standard output.`;

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const OPTIONS = {
  as: text,
  name: text,
  role: texts,
  scope: texts,
  organization: text,
  owner: text,
  description: text,
  expires: text,
  'address-range': texts,
  account: text,
  token: text,
  help: { type: 'boolean', short: 'h' },
} as const;

const readOptions = () => parseArgs({ options: OPTIONS, allowPositionals: true });

type Values = ReturnType<typeof readOptions>['values'];
type Act = (values: Values, send: Send) => Promise<void>;

/** Reads the command line. Ends the program after `--help`, and on invalid options. */
function readCommand(): { act: Act; values: Values } {
  try {
    const { values, positionals } = readOptions();
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const [action = '', ...others] = positionals;
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (!act || others.length > 0) throw new Refused('Name one action, such as list.');
    return { act, values };
  } catch (error) {
    refuseArguments(error, 'npm run service-account');
  }
}

/** @throws a refusal that names the option, if it is missing */
function needed(values: Values, option: 'as' | 'name' | 'account' | 'token'): string {
  const value = values[option];
  if (!value) throw new Refused(`--${option} is required.`);
  return value;
}

function idOf(values: Values, option: 'account' | 'token'): number {
  const value = needed(values, option);
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new Refused(`--${option} must be an id, as "list" prints it.`);
  return Number(value);
}

/** The only element, or that of a name. @throws a refusal that lists the names */
function named<Found extends { name: string }>(found: Found[], name: string | undefined, option: string): Found {
  const [match, second] = name === undefined ? found : found.filter((each) => each.name === name);
  if (match && !second) return match;
  throw new Refused(`--${option} must be one of: ${found.map((each) => each.name).join(', ')}.`);
}

type Named = { id: number; name: string };
const PLACES = `{ administeredOrganizations { id: databaseId name } staffRoles { organization { id: databaseId } role { id: databaseId name } } }`;

const ACTIONS: Record<string, Act> = {
  async create(values, send) {
    type Places = {
      administeredOrganizations: Named[];
      staffRoles: { organization: { id: number }; role: Named }[];
    };
    const places = await send<Places>(PLACES);
    if (places.administeredOrganizations.length === 0)
      throw new Refused('The user of --as administers no organization.');
    const organization = named(places.administeredOrganizations, values.organization, 'organization');
    const roles = places.staffRoles.filter((role) => role.organization.id === organization.id).map(({ role }) => role);
    const input = {
      name: needed(values, 'name'),
      roleIds: (values.role ?? []).map((name) => named(roles, name, 'role').id),
      scopes: values.scope ?? [],
      addressRanges: values['address-range'] ?? [],
      ...(values.description === undefined ? {} : { description: values.description }),
      ...(values.expires === undefined ? {} : { expiresAt: values.expires }),
      ...(values.owner === undefined ? {} : { ownerId: await personOf(services, values.owner, 'owner') }),
    };
    const { made } = await send<{ made: { account: Named } }>(
      'mutation ($id: SafeInt!, $input: ServiceAccountInput!) { made: createServiceAccount(organizationId: $id, input: $input) { account { id: accountId name } } }',
      { id: organization.id, input },
    );
    console.log(
      `The service account ${made.account.name} was created: its id is ${made.account.id}. Create a token for it next.`,
    );
  },
  async token(values, send) {
    const variables = { id: idOf(values, 'account'), name: needed(values, 'name'), expiresAt: values.expires ?? null };
    const { made } = await send<{ made: { handedOver: { text: string; token: Named } } }>(
      'mutation ($id: SafeInt!, $name: String!, $expiresAt: DateTime) { made: createServiceToken(id: $id, name: $name, expiresAt: $expiresAt) { handedOver { text token { id: tokenId name } } } }',
      variables,
    );
    const { token, text } = made.handedOver;
    console.error(`The token ${token.name} (${token.id}) is shown only now:`);
    console.log(text);
  },
  async revoke(values, send) {
    await send(
      'mutation ($id: SafeInt!, $tokenId: SafeInt!) { revokeServiceToken(id: $id, tokenId: $tokenId) { account { id: accountId } } }',
      {
        id: idOf(values, 'account'),
        tokenId: idOf(values, 'token'),
      },
    );
    console.log('The token was revoked.');
  },
  async disable(values, send) {
    await send('mutation ($id: SafeInt!) { disableServiceAccount(id: $id) { account { id: accountId } } }', {
      id: idOf(values, 'account'),
    });
    console.log('The service account was disabled.');
  },
  async enable(values, send) {
    await send('mutation ($id: SafeInt!) { enableServiceAccount(id: $id) { account { id: accountId } } }', {
      id: idOf(values, 'account'),
    });
    console.log('The service account was enabled.');
  },
  async list(_values, send) {
    type Listed = Named & {
      state: string;
      scopes: string[];
      owner: Named;
      tokens: (Named & { isValid: boolean; lastUsedAt: string | null })[];
    };
    const { serviceAccounts } = await send<{ serviceAccounts: Listed[] }>(
      '{ serviceAccounts { id: accountId name state scopes owner { id: databaseId name } tokens { id: tokenId name isValid lastUsedAt } } }',
    );
    for (const { id, name, state, scopes, owner, tokens } of serviceAccounts) {
      console.log(`${id}  ${name}  ${state}  ${scopes.join(' ')}  owner: ${owner.name}`);
      for (const token of tokens.filter(({ isValid }) => isValid))
        console.log(`    token ${token.id}  ${token.name}  last used: ${token.lastUsedAt ?? 'never'}`);
    }
    if (serviceAccounts.length === 0) console.log('There are no service accounts yet.');
  },
};

/** Options by the member of the input that they fill, where the names differ. */
const OPTION_OF: Readonly<Record<string, string>> = {
  addressRanges: 'address-range',
  expiresAt: 'expires',
  id: 'account',
  ownerId: 'owner',
  roleIds: 'role',
  scopes: 'scope',
  tokenId: 'token',
};

/** The option that filled a member of the input. */
function optionOf(path: readonly string[]): string {
  const [member = ''] = path[0] === 'input' ? path.slice(1) : path;
  return `--${OPTION_OF[member] ?? member}`;
}

const { act, values } = readCommand();
const { services } = await startCommand('service-account');
try {
  const userId = await personOf(services, needed(values, 'as'), 'as');
  await act(values, senderOf(services, userId, { nameOf: optionOf }));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await services.db.$disconnect();
}
