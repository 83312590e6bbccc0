import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '@channel/prisma';
import { type TestDatabase, testDatabase, waitingForLocks } from '@channel/prisma/testing';
import { deleteEndpoint } from '@channel/webhooks';
import { getNamedType, isInputObjectType, isNonNullType } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { schema } from '../schema.ts';
import { NOW } from '../testing/context.ts';
import { run } from '../testing/run.ts';
import { type WebhookScene, webhookScene } from '../testing/webhooks.ts';
import { endpointId } from './staff-access.ts';

let database: TestDatabase;
let scene: WebhookScene;
let admin: Context;

beforeAll(async () => {
  database = await testDatabase({ poolSize: 5 });
  scene = await webhookScene(database.db);
  await scene.world.order();
  admin = await scene.as('admin', {
    describe: async () => ({ id: '0f5e8a1c-9d0b-4c0e-8a53-3f8f3b1f7a11', kind: 'order-updated', body: '{}' }),
  });
});
afterAll(() => database.drop());
afterEach(() => scene.clear());

/** All mutations of the schema with an argument for the endpoint to change. */
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ args }) =>
  args.some(({ description }) => description === endpointId.description),
);

/** Sends a mutation with only its required arguments. */
function send({ name, args }: (typeof mutations)[number], id: number) {
  const given = args.filter((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined);
  const values = given.map((arg) => {
    if (arg.description === endpointId.description) return `${arg.name}: ${id}`;
    if (!isInputObjectType(getNamedType(arg.type)))
      throw new Error(`${name} takes ${arg.name}: add a value for it to this test`);
    return `${arg.name}: {}`;
  });
  return run(`mutation { made: ${name}(${values.join(', ')}) { __typename } }`, {}, admin);
}

const NOT_FOUND = { code: 'NOT_FOUND', message: 'Webhook endpoint not found.' };

it('covers every operation on endpoints', () => {
  expect(mutations.map(({ name }) => name).sort()).toEqual([
    'deleteWebhookEndpoint',
    'disableWebhookEndpoint',
    'enableWebhookEndpoint',
    'rotateWebhookSecret',
    'testWebhookEndpoint',
    'updateWebhookEndpoint',
  ]);
});

describe.each(mutations)('$name', (mutation) => {
  // Only a disabled endpoint can be enabled.
  const off = mutation.name === 'enableWebhookEndpoint' ? { disabledAt: NOW, disabledReason: 'by hand' } : {};
  const state = async () => ({
    endpoints: await database.db.webhookEndpoint.findMany(),
    deliveries: await database.db.webhookDelivery.count(),
    lines: await database.db.auditEntry.count(),
  });

  it('works on an existing endpoint', async () => {
    const { id } = await scene.world.endpoint('https://a.example/', off);
    expect((await send(mutation, id)).errors).toEqual([]);
  });

  it('does not find a deleted endpoint', async () => {
    const { id } = await scene.world.endpoint('https://a.example/', off);
    await inTransaction(database.db, (tx) => deleteEndpoint(tx, id, NOW));
    const before = await state();
    expect((await send(mutation, id)).errors).toEqual([NOT_FOUND]);
    expect(await state()).toEqual(before);
  });

  it('does not find an endpoint that is deleted concurrently', async () => {
    const { id } = await scene.world.endpoint('https://a.example/', off);
    const before = await state();
    let sending: ReturnType<typeof send> | undefined;
    await inTransaction(database.db, async (tx) => {
      await deleteEndpoint(tx, id, NOW);
      let isOver = false;
      sending = send(mutation, id).finally(() => {
        isOver = true;
      });
      while (!isOver && (await waitingForLocks(database.db)) === 0) await sleep(5);
    });
    expect((await sending)?.errors).toEqual([NOT_FOUND]);
    const { endpoints, ...more } = await state();
    expect(endpoints).toMatchObject([{ deletedAt: NOW, secret: new Uint8Array(), previousSecret: null }]);
    expect(more).toEqual({ deliveries: before.deliveries, lines: before.lines });
  });
});
