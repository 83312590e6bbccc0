import { parseArgs } from 'node:util';
import { resultsOf } from '@channel/graph';
import { startCommand } from '../process.ts';
import { personOf, Refused, type Send, senderOf } from './acting-user.ts';
import { FileExists, writeNewFile } from './new-file.ts';
import { refuseArguments } from './refuse-arguments.ts';

/*
 * `npm run personal-data`: what an administrator does with the personal data of guests, by the same GraphQL operations,
 * with the same rights and the same audit log.
 */

const USAGE = `Usage: npm run personal-data -- find   --as USERNAME --organization NAME [GUEST…]
       npm run personal-data -- export --as USERNAME --organization NAME [GUEST…] [--passenger ID…] [--output FILE]
       npm run personal-data -- erase  --as USERNAME --organization NAME [GUEST…] [--passenger ID…] --confirm ORDERS [--even-if-needed]
       npm run personal-data -- state  --as USERNAME --organization NAME

GUEST is --email ADDRESS, --phone NUMBER, --name NAME (with one of them), or --order ID (may be repeated): the orders that match all of it.
--as names an administrator. "export" prints a JSON document, or writes it to a new file that only you can read. "erase" cannot be undone: look
at "find" first, and repeat the number of orders that it found in --confirm. With --passenger only these passengers are exported or erased.
--even-if-needed also erases orders that are in the cart or have not ended. A worker erases; "state" says how far it is.`;

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const OPTIONS = {
  as: text,
  organization: text,
  email: text,
  phone: text,
  name: text,
  order: texts,
  passenger: texts,
  output: text,
  confirm: text,
  'even-if-needed': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const readOptions = () => parseArgs({ options: OPTIONS, allowPositionals: true });

type Values = ReturnType<typeof readOptions>['values'];
type Act = (values: Values, send: Send, organizationId: number) => Promise<void>;

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
    if (!act || others.length > 0) throw new Refused('Name one action, such as find.');
    return { act, values };
  } catch (error) {
    refuseArguments(error, 'npm run personal-data');
  }
}

const idsOf = (given: string[] | undefined, option: string): number[] =>
  (given ?? []).map((value) => {
    if (!/^[1-9]\d{0,8}$/.test(value)) throw new Refused(`--${option} must be an id.`);
    return Number(value);
  });

type Found = {
  orderId: number;
  reference: string;
  status: string;
  hold: string | null;
  passengers: { passengerId: number; name: string; email: string; phoneNumber: string }[];
} & Record<(typeof COUNTS)[number], number>;

const COUNTS = ['notes', 'tags', 'tickets', 'events', 'deliveries', 'auditEntries', 'batches'] as const;

/** The orders of the guest that the options name. */
async function found(values: Values, send: Send, organizationId: number): Promise<Found[]> {
  const search = {
    ...(values.order ? { orderIds: idsOf(values.order, 'order') } : {}),
    ...(values.email ? { email: values.email } : {}),
    ...(values.phone ? { phoneNumber: values.phone } : {}),
    ...(values.name ? { name: values.name } : {}),
  };
  const { orders } = await send<{ orders: Found[] }>(
    `query ($organizationId: SafeInt!, $search: PersonalDataSearch!) { orders: personalDataOrders(organizationId: $organizationId, search: $search) {
      orderId reference status hold passengers { passengerId name email phoneNumber } ${COUNTS.join(' ')} } }`,
    { organizationId, search },
  );
  if (orders.length === 0) throw new Refused('No order matches.');
  return orders;
}

async function guests(values: Values, send: Send, organizationId: number) {
  const orders = await found(values, send, organizationId);
  const passengerIds = idsOf(values.passenger, 'passenger');
  const orderIds = orders.map(({ orderId }) => orderId);
  return { organizationId, orderIds, ...(passengerIds.length > 0 ? { passengerIds } : {}) };
}

type Part = { content: string; next: string | null; omitsArchive: boolean };

const exportedPart = async (send: Send, variables: Record<string, unknown>): Promise<Part> => {
  const { made } = await send<{ made: Part }>(
    `mutation ($organizationId: SafeInt!, $orderIds: [SafeInt!]!, $passengerIds: [SafeInt!], $after: String) {
      made: exportPersonalData(organizationId: $organizationId, orderIds: $orderIds, passengerIds: $passengerIds, after: $after) {
        personalDataExport { content next omitsArchive } } }`,
    variables,
  );
  return made;
};

type Write = (text: string) => Promise<void>;

/** Writes the parts of a document, of which the memory holds one. @returns whether it omits the archive */
async function writeDocument(write: Write, read: (after: string | null) => Promise<Part>): Promise<boolean> {
  let part = await read(null);
  let omits = part.omitsArchive;
  while (part.next !== null) {
    await write(part.content);
    part = await read(part.next);
    omits ||= part.omitsArchive;
  }
  await write(`${part.content}\n`);
  return omits;
}

/** Resolves when the reader of a pipe has taken the text. */
const printed: Write = (text) =>
  new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));

type Erasure = { id: number; state: string; waitsFor: string | null; orderIds: number[]; ordersDone: number };

const ACTIONS: Record<string, Act> = {
  async find(values, send, organizationId) {
    const orders = await found(values, send, organizationId);
    for (const order of orders) {
      const { orderId, reference, status, hold, passengers } = order;
      const counts = COUNTS.map((name) => `${name}: ${order[name]}`).join('  ');
      console.log(`${orderId}  ${reference}  ${status}${hold ? '  still needed' : ''}  ${counts}`);
      for (const { passengerId, name, email, phoneNumber } of passengers)
        console.log(`    passenger ${passengerId}  ${[name, email, phoneNumber].filter(Boolean).join('  ')}`);
    }
    console.log(orders.length === 1 ? '1 order' : `${orders.length} orders`);
  },
  async export(values, send, organizationId) {
    const chosen = await guests(values, send, organizationId);
    const { output } = values;
    const write = (append: Write) => writeDocument(append, (after) => exportedPart(send, { ...chosen, after }));
    const omitsArchive = output === undefined ? await write(printed) : await writeNewFile(output, write);
    if (omitsArchive)
      console.error(
        'Archived months of the audit log are left out: they need DATABASE_MAINTENANCE_URL. The member left_out says so.',
      );
    if (output !== undefined) console.error(`Written to ${output}, which only you can read.`);
  },
  async erase(values, send, organizationId) {
    const chosen = await guests(values, send, organizationId);
    const { length } = chosen.orderIds;
    if (values.confirm !== String(length))
      throw new Refused(`--confirm must be ${length}, the number of orders that match: look at "find" first.`);
    const { made } = await send<{ made: Erasure }>(
      `mutation ($organizationId: SafeInt!, $orderIds: [SafeInt!]!, $passengerIds: [SafeInt!], $evenIfNeeded: Boolean) {
        made: erasePersonalData(organizationId: $organizationId, orderIds: $orderIds, passengerIds: $passengerIds, evenIfNeeded: $evenIfNeeded) {
          personalDataErasure { id: erasureId } } }`,
      { ...chosen, evenIfNeeded: values['even-if-needed'] ?? false },
    );
    console.log(`The erasure ${made.id} was requested. A worker executes it: "state" says how far it is.`);
  },
  async state(_values, send, organizationId) {
    const { erasures } = await send<{ erasures: Erasure[] }>(
      `query ($organizationId: SafeInt!) { erasures: personalDataErasures(organizationId: $organizationId) {
        id: erasureId state waitsFor orderIds ordersDone } }`,
      { organizationId },
    );
    for (const { id, state, waitsFor, orderIds, ordersDone } of erasures)
      console.log(
        `${id}  ${state}  ${ordersDone} of ${orderIds.length} orders${waitsFor ? `  ${WAITS[waitsFor]}` : ''}`,
      );
    if (erasures.length === 0) console.log('No erasure was requested.');
  },
};

const WAITS: Readonly<Record<string, string>> = {
  worker: 'waits for a worker',
  transactions: 'waits for transactions that may store copies: the log of the worker names them after a minute',
  maintenance: 'waits for a worker with DATABASE_MAINTENANCE_URL: the audit log still has the values',
};

/** The organization of a name that the user administers. @throws a refusal that lists the names */
async function organizationOf(values: Values, send: Send): Promise<number> {
  const { administered } = await send<{ administered: { id: number; name: string }[] }>(
    '{ administered: administeredOrganizations { id: databaseId name } }',
  );
  const match = administered.find(({ name }) => name === values.organization);
  if (!match) throw new Refused(`--organization must be one of: ${administered.map(({ name }) => name).join(', ')}.`);
  return match.id;
}

const { act, values } = readCommand();
const { services } = await startCommand('personal-data');
try {
  const send = senderOf(services, await personOf(services, values.as ?? '', 'as'), {
    nameOf: (path) => path.join('.'),
    read: (data, document) => (document.trimStart().startsWith('mutation') ? resultsOf(data) : data),
  });
  await act(values, send, await organizationOf(values, send));
} catch (error) {
  if (!(error instanceof Refused || error instanceof FileExists)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await services.db.$disconnect();
}
