import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DomainError, MAX_REQUEST_QUOTA, setRequestQuota } from '@channel/graph';
import { contextOf } from '../context.ts';
import { startCommand } from '../process.ts';
import { Refused } from './acting-user.ts';
import { refuseArguments } from './refuse-arguments.ts';

/* `npm run quota`: the quotas of organizations, which the operator sets. */

const USAGE = `Usage: npm run quota -- list
       npm run quota -- set --organization ID (--requests NUMBER | --default)

Sets how many requests the bearer tokens of an organization may send in a window of ORGANIZATION_REQUESTS_SECONDS, in all
processes together. It applies to the next request, and is recorded in the audit log of the organization. "list" prints the
organizations with their ids and quotas.

  --organization ID   the organization, as "list" prints it
  --requests NUMBER   its own quota, from 1 to ${MAX_REQUEST_QUOTA}
  --default           it has no quota of its own: ORGANIZATION_REQUESTS applies`;

type Command = { organizationId: number; requestQuota: number | null } | 'list';

/** @throws a refusal that names the option */
function wholeOf(value: string | undefined, option: string, max: number): number {
  const number = /^[1-9]\d*$/.test(value ?? '') ? Number(value) : 0;
  if (number < 1 || number > max) throw new Refused(`--${option} must be a whole number from 1 to ${max}.`);
  return number;
}

/** Reads the command line. Ends the program after `--help`, and on invalid options. */
function readCommand(): Command {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        organization: { type: 'string' },
        requests: { type: 'string' },
        default: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const [action, ...others] = positionals;
    if ((action !== 'list' && action !== 'set') || others.length > 0)
      throw new Refused('Name one action, list or set.');
    if (action === 'list') return 'list';
    if (values.default === (values.requests !== undefined)) throw new Refused('Give either --requests or --default.');
    return {
      organizationId: wholeOf(values.organization, 'organization', Number.MAX_SAFE_INTEGER),
      requestQuota: values.default ? null : wholeOf(values.requests, 'requests', MAX_REQUEST_QUOTA),
    };
  } catch (error) {
    refuseArguments(error, 'npm run quota');
  }
}

const command = readCommand();
const { services, settings } = await startCommand('quota');
const { organizationRequests: standard, organizationRequestsSeconds: seconds } = settings;
const sentence = (own: number | null): string => {
  const limit = own ?? standard;
  const quota = limit === 0 ? 'no quota' : `${limit} requests in ${seconds} s`;
  return own === null ? `${quota} (default)` : quota;
};
try {
  if (command === 'list') {
    const select = { id: true, name: true, requestQuota: true };
    for (const { id, name, requestQuota } of await services.db.organization.findMany({
      select,
      orderBy: { id: 'asc' },
    }))
      console.log(`${id}  ${name}  ${sentence(requestQuota)}`);
  } else {
    const incoming = { actor: null, channel: 'system', address: null, requestId: randomUUID() } as const;
    const { name } = await setRequestQuota(await contextOf(services, incoming), command);
    console.log(`${name}: ${sentence(command.requestQuota)}`);
  }
} catch (error) {
  if (!(error instanceof DomainError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await services.db.$disconnect();
}
