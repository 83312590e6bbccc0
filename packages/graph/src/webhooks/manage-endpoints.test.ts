import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { queuedDeliveries } from '@channel/webhooks/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, NOW } from '../testing/context.ts';
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

/** A public address that needs no DNS lookup. */
const URL = 'https://93.184.215.14/hook';
const actions = async () =>
  (await database.db.auditEntry.findMany({ orderBy: { id: 'asc' } })).map(({ action, actorId }) => [action, actorId]);

type Endpoint = { id: number; url: string };
const CREATE = `mutation ($input: WebhookEndpointInput!, $organizationId: SafeInt) {
  made: createWebhookEndpoint(input: $input, organizationId: $organizationId) { handedOver { secret endpoint { id: databaseId url } } } }`;
const create = async (input: object, context: Context) =>
  (await answer<{ made: { secret: string; endpoint: Endpoint } }>(CREATE, { input }, context)).made;

describe('registering an endpoint', () => {
  it('returns its secret once, stores it encrypted, and is logged in the audit log', async () => {
    const { secret, endpoint } = await create(
      { url: URL, description: 'Partner', ratePerSecond: 5 },
      await scene.as('admin'),
    );
    expect(secret).toMatch(/^whsec_/);
    const row = await database.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
    expect(row).toMatchObject({ url: URL, description: 'Partner', concurrency: 4, ratePerSecond: 5, createdAt: NOW });
    expect(Buffer.from(row.secret).includes(secret.slice(6, 20))).toBe(false);
    const log = JSON.stringify(
      await database.db.auditEntry.findMany({ where: { entityId: endpoint.id } }),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    expect(log).toContain('webhook-endpoint.create');
    expect(log).not.toContain(secret.slice(6));
    const shown = await answer('{ __type(name: "WebhookEndpoint") { fields { name } } }', {}, await scene.as('admin'));
    expect(JSON.stringify(shown)).not.toMatch(/"secret"/);
  });

  it.each([
    [{}, 'url', /required/],
    [{ url: 'nonsense' }, 'url', /valid URL/],
    [{ url: 'http://93.184.215.14/' }, 'url', /https/],
    [{ url: 'https://127.0.0.1/' }, 'url', /public/],
    [{ url: 'https://localhost/' }, 'url', /public/],
    [{ url: 'https://[::ffff:169.254.169.254]/' }, 'url', /public/],
    [{ url: 'https://user:pass@93.184.215.14/' }, 'url', /user name/],
    [{ url: URL, concurrency: 0 }, 'concurrency', /between/],
    [{ url: URL, concurrency: 17 }, 'concurrency', /between/],
    [{ url: URL, ratePerSecond: 0 }, 'ratePerSecond', /between/],
    [{ url: URL, description: 'x'.repeat(501) }, 'description', /500/],
    [{ url: URL, description: 'a\0b' }, 'description', /text/],
    [{ url: URL, ownerId: 999_999 }, 'ownerId', /does not exist/],
  ])('refuses %j', async (input, member, message) => {
    const { code, fields } = await refusal(CREATE, { input }, await scene.as('admin'));
    expect(code).toBe('VALIDATION');
    expect(fields).toMatchObject([{ path: ['input', member], message: expect.stringMatching(message) }]);
    expect(await database.db.webhookEndpoint.count()).toBe(0);
  });

  it('enforces the maximum per organization, also for concurrent registrations', async () => {
    const admin = await scene.as('admin');
    const owner = await scene.world.userWith([]);
    const max = 3;
    const context = { ...admin, settings: { ...admin.settings, webhookEndpoints: max } };
    const inputOf = (index: number) => ({ url: `${URL}/${index}`, ownerId: index % 2 === 0 ? null : owner.id });
    const begun = await Promise.allSettled(
      Array.from({ length: 3 * max }, (_, index) => create(inputOf(index), context)),
    );
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(max);
    const refused = await refusal(CREATE, { input: { url: URL } }, context);
    expect([refused.code, refused.fields]).toEqual([
      'VALIDATION',
      [
        {
          path: ['input', 'url'],
          message: "can't be registered: the organization has 3 endpoints or more. Delete one first.",
        },
      ],
    ]);
    const kept = await database.db.webhookEndpoint.findMany({ where: { deletedAt: null } });
    expect(kept).toHaveLength(max);
    // An organization above the maximum keeps and changes its endpoints, but cannot register a new one.
    const fewer = { ...admin, settings: { ...admin.settings, webhookEndpoints: 2 } };
    const [one = {}, two = {}] = kept.map(({ id }) => ({ id }));
    await answer(
      'mutation ($id: SafeInt!) { updateWebhookEndpoint(id: $id, input: { description: "x" }) { endpoint { id: databaseId } } }',
      one,
      fewer,
    );
    const remove = 'mutation ($id: SafeInt!) { deleteWebhookEndpoint(id: $id) { isDeleted } }';
    await answer(remove, one, fewer);
    expect((await refusal(CREATE, { input: { url: URL } }, fewer)).code).toBe('VALIDATION');
    await answer(remove, two, fewer);
    await create({ url: URL }, fewer);
  });

  it('accepts an address once per owner, in any notation, also for concurrent registrations', async () => {
    const admin = await scene.as('admin');
    const owner = await scene.world.userWith([]);
    await create({ url: 'https://93.184.215.14/hook' }, admin);
    const paths = ['/hook#again', '/%68ook', '/hook?', '/x/../hook'];
    for (const url of ['HTTPS://93.184.215.14:443/hook', ...paths.map((path) => `https://93.184.215.14${path}`)]) {
      expect(await refusal(CREATE, { input: { url } }, admin)).toMatchObject({
        code: 'VALIDATION',
        fields: [{ path: ['input', 'url'], message: 'is registered already for the same owner.' }],
      });
    }
    const { endpoint } = await create({ url: URL, ownerId: owner.id }, admin);
    const UPDATE =
      'mutation ($id: SafeInt!, $input: WebhookEndpointInput!) { e: updateWebhookEndpoint(id: $id, input: $input) { endpoint { url } } }';
    const toAll = { id: endpoint.id, input: { ownerId: null } };
    expect(await refusal(UPDATE, toAll, admin)).toMatchObject({ fields: [{ path: ['input', 'ownerId'] }] });
    const url = 'https://93.184.215.14/other';
    await answer(UPDATE, { id: endpoint.id, input: { url, ownerId: null } }, admin);
    expect(await refusal(UPDATE, { id: endpoint.id, input: { url: URL } }, admin)).toMatchObject({
      fields: [{ path: ['input', 'url'] }],
    });
    const twice = [1, 2].map(() => create({ url: 'https://93.184.215.14/third' }, admin));
    const outcomes = await Promise.allSettled(twice);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await database.db.webhookEndpoint.count()).toBe(3);
  });

  it('accepts only users of the organization as owners', async () => {
    const { clientId } = await scene.world.order();
    const [member, role] = [await scene.world.user({ clients: [clientId] }), await scene.world.userWith([])];
    for (const ownerId of [member.id, role.id, null]) await create({ url: URL, ownerId }, await scene.as('admin'));
    for (const ownerId of [scene.people.outsider, 0]) {
      expect(await refusal(CREATE, { input: { url: URL, ownerId } }, await scene.as('admin'))).toMatchObject({
        code: 'VALIDATION',
      });
    }
  });

  it('requires the organization from an administrator of several, and accepts no other', async () => {
    const organizations = [await scene.world.organization(), await scene.world.organization()];
    const roles = await Promise.all(
      organizations.map(({ id: organizationId }) =>
        scene.world.role({ organizationId, permissions: ['administration'] }),
      ),
    );
    const { id } = await scene.world.user({ roles: roles.map((role) => role.id) });
    const context = await contextFor(database.db, id);
    expect(await refusal(CREATE, { input: { url: URL } }, context)).toMatchObject({ code: 'VALIDATION' });
    const organizationId = organizations[1]?.id;
    await answer(CREATE, { input: { url: URL }, organizationId }, context);
    expect(await database.db.webhookEndpoint.findMany()).toMatchObject([{ organizationId }]);
    const { id: foreign } = await scene.world.home();
    expect(await refusal(CREATE, { input: { url: URL }, organizationId: foreign }, context)).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('managing an endpoint', () => {
  const row = (id: number) => database.db.webhookEndpoint.findUniqueOrThrow({ where: { id } });

  it('changes the requested members and logs their former values', async () => {
    const { id } = await scene.world.endpoint('https://a.example/', { concurrency: 2 });
    const input = { concurrency: 7, ratePerSecond: null, url: URL };
    const UPDATE =
      'mutation ($id: SafeInt!, $input: WebhookEndpointInput!) { e: updateWebhookEndpoint(id: $id, input: $input) { endpoint { url } } }';
    expect(await answer(UPDATE, { id, input }, await scene.as('admin'))).toEqual({ e: { url: URL } });
    expect(await row(id)).toMatchObject({ concurrency: 7, url: URL });
    expect(await database.db.auditEntry.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      action: 'webhook-endpoint.update',
      entityId: id,
      before: { concurrency: 2, url: 'https://a.example/', ratePerSecond: null },
      after: { concurrency: 7, url: URL, ratePerSecond: null },
    });
  });

  it('switches it off and on, once each', async () => {
    const { id } = await scene.world.endpoint('https://a.example/', { failingSince: NOW });
    const off = `mutation { e: disableWebhookEndpoint(id: ${id}) { endpoint { disabledAt disabledReason } } }`;
    const on = `mutation { e: enableWebhookEndpoint(id: ${id}) { endpoint { disabledAt failingSince } } }`;
    const admin = await scene.as('admin');
    expect(await answer(off, {}, admin)).toEqual({
      e: { disabledAt: NOW.toISOString(), disabledReason: 'Switched off by staff.' },
    });
    expect(await refusal(off, {}, admin)).toMatchObject({ code: 'CONFLICT' });
    expect(await answer(on, {}, admin)).toEqual({ e: { disabledAt: null, failingSince: null } });
    expect(await refusal(on, {}, admin)).toMatchObject({ code: 'CONFLICT' });
    expect((await actions()).slice(-2)).toEqual([
      ['webhook-endpoint.disable', scene.people.admin],
      ['webhook-endpoint.enable', scene.people.admin],
    ]);
  });

  it('deletes it with an audit entry: its address is free, its secret is deleted, and its deliveries stay', async () => {
    const admin = await scene.as('admin');
    const at = await scene.delivered('failed', URL);
    const { id } = at.endpoint;
    const waiting = await database.db.webhookDelivery.create({
      data: { eventId: at.eventId, endpointId: id, orderId: at.order.id, nextAttemptAt: NOW, createdAt: NOW },
    });
    const DELETE = `mutation { gone: deleteWebhookEndpoint(id: ${id}) { isDeleted } }`;
    expect(await refusal(DELETE, {}, await scene.as('staff'))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(DELETE, {}, await scene.as('outsider'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await answer(DELETE, {}, admin)).toEqual({ gone: true });
    expect(await row(id)).toMatchObject({ deletedAt: NOW, disabledAt: NOW, previousSecret: null });
    expect((await row(id)).secret).toHaveLength(0);
    expect(await database.db.webhookDelivery.findUnique({ where: { id: waiting.id } })).toMatchObject({
      status: 'skipped',
      reason: 'The endpoint was deleted.',
    });
    expect(await database.db.auditEntry.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      action: 'webhook-endpoint.delete',
      actorId: scene.people.admin,
      entityId: id,
      before: { url: URL },
    });

    expect(await refusal(`{ e: webhookEndpoint(id: ${id}) { id: databaseId } }`, {}, admin)).toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const act of ['redeliverWebhook', 'signWebhookDelivery']) {
      expect(await refusal(`mutation { e: ${act}(id: ${at.id}) { __typename } }`, {}, admin)).toMatchObject({
        code: 'CONFLICT',
        message: 'The endpoint was deleted.',
      });
    }
    expect(
      await answer('{ n: webhookRedeliveryCount(selection: { since: "2020-01-01T00:00:00Z" }) }', {}, admin),
    ).toEqual({
      n: 0,
    });
    expect(
      await answer(
        `{ list: webhookEndpoints { id: databaseId } d: webhookDelivery(id: ${at.id}) { endpoint { url deletedAt } } }`,
        {},
        admin,
      ),
    ).toEqual({ list: [], d: { endpoint: { url: URL, deletedAt: NOW.toISOString() } } });
    const { endpoint } = await create({ url: URL }, admin);
    expect(endpoint.id).not.toBe(id);
  });

  it('rotates its secret, with an overlap unless the old one is compromised', async () => {
    const { id } = await scene.world.endpoint('https://a.example/');
    const before = await row(id);
    const ROTATE = `mutation ($now: Boolean) { e: rotateWebhookSecret(id: ${id}, endOldAtOnce: $now) { handedOver { secret } } }`;
    const { e } = await answer<{ e: { secret: string } }>(ROTATE, {}, await scene.as('admin'));
    expect(e.secret).toMatch(/^whsec_/);
    const after = await row(id);
    expect(after.previousSecret).toEqual(before.secret);
    expect(after.secret).not.toEqual(before.secret);
    expect(after.previousSecretExpiresAt).toEqual(new Date(NOW.getTime() + 24 * 3_600_000));
    await answer(ROTATE, { now: true }, await scene.as('admin'));
    expect(await row(id)).toMatchObject({ previousSecret: null, previousSecretExpiresAt: null });
  });

  it('sends a test event of an order that its owner may see, even while it is switched off', async () => {
    const issuer = await scene.world.userWith([]);
    const owned = await scene.world.order({ issuerId: issuer.id });
    const newest = await scene.world.order();
    const { id } = await scene.world.endpoint('https://a.example/', {
      ownerId: issuer.id,
      disabledAt: NOW,
      disabledReason: 'x',
    });
    const requested: number[] = [];
    const admin = await scene.as('admin', {
      describe: async (_tx, _context, { orderId }) => {
        requested.push(orderId);
        return { id: '0f5e8a1c-9d0b-4c0e-8a53-3f8f3b1f7a11', kind: 'order-updated', body: '{"data":{}}' };
      },
    });
    const TEST = `mutation ($orderId: SafeInt) { d: testWebhookEndpoint(id: ${id}, orderId: $orderId) { delivery { id: databaseId cause status event { isTest } } } }`;
    const { d } = await answer<{ d: { id: number } }>(TEST, {}, admin);
    expect(d).toMatchObject({ cause: 'test', status: 'pending', event: { isTest: true } });
    expect(requested).toEqual([owned.id]);
    expect(await queuedDeliveries(database.db)).toEqual([d.id]);
    expect(await refusal(TEST, { orderId: newest.id }, admin)).toMatchObject({ code: 'VALIDATION' });
  });
});
