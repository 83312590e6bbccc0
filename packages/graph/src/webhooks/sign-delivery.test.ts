import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { newSecret, seal } from '@channel/webhooks';
import { verified } from '@channel/webhooks/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NOW, SETTINGS } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { type WebhookScene, webhookScene } from '../testing/webhooks.ts';

let database: TestDatabase;
let scene: WebhookScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await webhookScene(database.db);
});
afterAll(() => database.drop());
afterEach(() => scene.clear());

type Signed = { signed: { url: string; headers: Record<string, string>; body: string } };
const SIGN = 'mutation ($id: SafeInt!) { signed: signWebhookDelivery(id: $id) { request { url headers body } } }';

/** The request in the view of a receiver. */
const received = ({ signed: { url, headers, body } }: Signed) => ({
  method: 'POST',
  path: url,
  headers,
  body,
  at: NOW,
});

describe('signing a delivery', () => {
  it('returns a request that a receiver accepts, with the current address and the secrets of a rotation', async () => {
    const at = await scene.delivered();
    const [secret, previous] = [newSecret(), newSecret()];
    const sealed = (text: string) => seal(text, SETTINGS.secretKey);
    await database.db.webhookEndpoint.update({
      where: { id: at.endpoint.id },
      data: {
        url: 'https://new.example/',
        secret: sealed(secret),
        previousSecret: sealed(previous),
        previousSecretExpiresAt: new Date(NOW.getTime() + 1_000),
      },
    });
    const signed = await answer<Signed>(SIGN, { id: at.id }, await scene.as('staff'));
    const event = await database.db.webhookEvent.findUniqueOrThrow({ where: { id: at.eventId } });
    expect(signed.signed).toMatchObject({
      url: 'https://new.example/',
      body: event.payload,
      headers: {
        'webhook-id': at.eventId,
        'webhook-timestamp': String(NOW.getTime() / 1_000),
        'x-order-sequence': String(event.sequence),
        'content-type': 'application/json',
      },
    });
    for (const key of [secret, previous]) expect(verified(key, received(signed))).toBeTruthy();
    expect(() => verified(newSecret(), received(signed))).toThrow();

    const later = await scene.as('staff', { now: new Date(NOW.getTime() + 2_000) });
    const afterwards = await answer<Signed>(SIGN, { id: at.id }, later);
    expect(verified(secret, received(afterwards))).toBeTruthy();
    expect(() => verified(previous, received(afterwards))).toThrow();
  });

  it('sends nothing, changes no delivery, and is logged without the signature', async () => {
    const at = await scene.delivered();
    const read = () => database.db.webhookDelivery.findMany({ include: { attempts: true } });
    const before = await read();
    const { signed } = await answer<Signed>(SIGN, { id: at.id }, await scene.as('staff'));
    expect(await read()).toEqual(before);
    const entry = await database.db.auditEntry.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(entry).toMatchObject({
      action: 'webhook-delivery.sign',
      actorId: scene.people.staff,
      entity: 'order',
      entityId: at.order.id,
      after: { deliveryId: at.id, eventId: at.eventId },
    });
    expect(JSON.stringify(entry.after)).not.toContain(signed.headers['webhook-signature']);
  });

  it('refuses to sign an erased body', async () => {
    const at = await scene.delivered();
    await database.db.webhookEvent.update({ where: { id: at.eventId }, data: { payload: null, erasedAt: NOW } });
    expect(await refusal(SIGN, { id: at.id }, await scene.as('admin'))).toMatchObject({ code: 'CONFLICT' });
  });
});
