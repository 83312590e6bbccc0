import { schema } from '@channel/graph';
import { getNamedType, isObjectType, parse, print } from 'graphql';
import { bearerOf, postGraphql, startServer, type TestServer } from '../../src/testing/index.ts';
import { rootArguments } from './root-arguments.ts';
import { selectionOf } from './selection.ts';

/** A query of one root field, with everything below it. */
export type Request = { name: string; text: string };

/** The demo world with rows of all entities, and a user who may see all of them. */
export async function cacheScene() {
  const server = await startServer({
    world: 'demo',
    env: { GRAPHQL_COST: '100000', GRAPHQL_COST_PER_MINUTE: '100000000', GRAPHQL_SECONDS: '60' },
  });
  await giveRolesOf(server, 'partner', 'admin');
  const { graphql, console } = server.settings.permissions;
  await permit(server, 'outsider', [graphql, console]);
  const [admin, outsider] = [await bearerOf(server, 'admin'), await bearerOf(server, 'outsider')];

  /** The data of an operation; errors of a read are a mistake of the test. */
  async function read<Data>(text: string, variables: object = {}, authorization = admin): Promise<Data> {
    const { body } = await postGraphql(server, { query: text, variables }, { headers: { authorization } });
    if (body.errors) throw new Error(`${text.slice(0, 200)}: ${JSON.stringify(body.errors).slice(0, 500)}`);
    return body.data as Data;
  }

  await addRows(server, read);
  const requests = requestsOf(await rootArguments(server.db));
  return { server, admin, outsider, read, requests, close: () => server.close() };
}

export type CacheScene = Awaited<ReturnType<typeof cacheScene>>;

async function giveRolesOf({ db }: TestServer, from: string, to: string): Promise<void> {
  const user = await db.user.findFirstOrThrow({ where: { username: to } });
  const roles = await db.userRole.findMany({ where: { user: { username: from } } });
  await db.userRole.createMany({
    data: roles.map(({ roleId }) => ({ userId: user.id, roleId })),
    skipDuplicates: true,
  });
}

async function permit({ db }: TestServer, username: string, permissions: string[]): Promise<void> {
  const { roleId } = await db.userRole.findFirstOrThrow({ where: { user: { username } } });
  await db.rolePermission.createMany({
    data: permissions.map((permissionName) => ({ roleId, permissionName })),
    skipDuplicates: true,
  });
}

type Read = <Data>(text: string, variables?: object) => Promise<Data>;

/** Rows that the demo world does not begin with. */
async function addRows({ db }: TestServer, read: Read): Promise<void> {
  const { administeredOrganizations } = await read<{ administeredOrganizations: { databaseId: number }[] }>(
    '{ administeredOrganizations { databaseId } }',
  );
  const organizationId = administeredOrganizations[0]?.databaseId;
  const order = await db.order.findFirstOrThrow({
    where: { organizationId, status: 'Booked' },
    orderBy: { id: 'asc' },
  });
  await read('mutation { createSavedView(page: "orders", input: { name: "Mine", query: "" }) { view { id } } }');
  await read('mutation ($id: SafeInt!) { addOrderNote(orderId: $id, input: { text: "Wheelchair" }) { note { id } } }', {
    id: order.id,
  });
  const role = await db.role.findFirstOrThrow({ where: { organizationId, clientId: null }, orderBy: { id: 'asc' } });
  const account = { name: 'Dashboard', scopes: ['orders:read'], roleIds: [role.id] };
  await read(
    'mutation ($id: SafeInt!, $input: ServiceAccountInput!) { createServiceAccount(organizationId: $id, input: $input) { account { accountId } } }',
    { id: organizationId, input: account },
  );
  const plan = `mutation ($ids: [SafeInt!]!) {
    planBatch(orders: { ids: $ids }, change: { status: Cancelled }) { batch { id } } }`;
  await read(plan, { ids: [order.id] });
  const { made } = await read<{ made: { handedOver: { endpoint: { databaseId: number } } } }>(
    'mutation { made: createWebhookEndpoint(input: { url: "https://receiver.example/" }) { handedOver { endpoint { databaseId } } } }',
  );
  const test =
    'mutation ($id: SafeInt!, $order: SafeInt!) { sent: testWebhookEndpoint(id: $id, orderId: $order) { delivery { databaseId } } }';
  const { sent } = await read<{ sent: { delivery: { databaseId: number } } }>(test, {
    id: made.handedOver.endpoint.databaseId,
    order: order.id,
  });
  const attempt = { number: 1, url: 'https://receiver.example/', startedAt: new Date(0), durationMs: 5 };
  await db.webhookAttempt.create({ data: { deliveryId: sent.delivery.databaseId, ...attempt, requestHeaders: {} } });
}

/** Levels of objects below a root field. */
const LEVELS = 3;

/** Below the limits of documents. */
const MAX_CHARACTERS = 19_000;
const MAX_LINES = 950;
const MAX_TOKENS = 3_500;

/** One request for each root field and each of its arguments; fewer levels where a document would be too large. */
function requestsOf(args: Readonly<Record<string, readonly string[]>>): Request[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, type }) => {
    const named = getNamedType(type);
    if (!isObjectType(named)) return [];
    return (args[name] ?? ['']).map((given) => {
      for (let levels = LEVELS; ; levels -= 1) {
        const text = `{ ${name}${given} ${selectionOf(named, levels)} }`;
        if (levels === 0 || isSmall(text)) return { name: `${name}${given}`, text };
      }
    });
  });
}

function isSmall(text: string): boolean {
  const document = parse(text);
  // Clients send it like this.
  const sent = print(document);
  if (sent.length > MAX_CHARACTERS || sent.split('\n').length > MAX_LINES) return false;
  let tokens = 0;
  for (let token = document.loc?.startToken; token; token = token.next ?? undefined) tokens += 1;
  return tokens < MAX_TOKENS;
}
