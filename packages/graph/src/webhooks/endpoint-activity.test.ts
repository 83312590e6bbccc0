import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { createWorld } from '@channel/webhooks/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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

type Step = { from: string; succeeded: number; failed: number; medianMs: number | null };
const ACTIVITY = `query ($id: SafeInt!, $hours: Int, $steps: Int) {
  e: webhookEndpoint(id: $id) { waitingCount activity(hours: $hours, steps: $steps) { from succeeded failed medianMs } } }`;
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

describe('the health of an endpoint over time', () => {
  it('counts attempts to deliver changes by step, without repeats, tests and other endpoints', async () => {
    const at = await scene.delivered();
    const other = await scene.delivered();
    await database.db.webhookAttempt.deleteMany();
    const tried = (deliveryId: number, number: number, minutes: number, more: object) =>
      database.db.webhookAttempt.create({
        data: {
          deliveryId,
          number,
          url: at.endpoint.url,
          startedAt: minutesAgo(minutes),
          durationMs: 10,
          requestHeaders: {},
          ...more,
        },
      });
    await tried(at.id, 1, 90, { responseStatus: 500, durationMs: 30 });
    await tried(at.id, 2, 80, { error: 'The connection was refused.' });
    // The connection closed in the middle of the response.
    await tried(at.id, 3, 70, { responseStatus: 200, error: 'The connection was closed.', durationMs: 20 });
    await tried(at.id, 4, 10, { responseStatus: 204 });
    await tried(at.id, 5, 60 * 24 * 3, { responseStatus: 200 });
    await tried(other.id, 1, 10, { responseStatus: 200 });
    for (const cause of ['repeat', 'test'] as const) {
      const { id } = await database.db.webhookDelivery.create({
        data: {
          eventId: at.eventId,
          endpointId: at.endpoint.id,
          orderId: at.order.id,
          cause,
          createdAt: NOW,
          nextAttemptAt: NOW,
        },
      });
      await tried(id, 1, 10, { responseStatus: 200 });
    }
    const { e } = await answer<{ e: { waitingCount: number; activity: Step[] } }>(
      ACTIVITY,
      { id: at.endpoint.id, hours: 3, steps: 3 },
      await scene.as('staff'),
    );
    expect(e).toEqual({
      waitingCount: 2,
      activity: [
        { from: minutesAgo(180).toISOString(), succeeded: 0, failed: 0, medianMs: null },
        { from: minutesAgo(120).toISOString(), succeeded: 0, failed: 3, medianMs: 20 },
        { from: minutesAgo(60).toISOString(), succeeded: 1, failed: 0, medianMs: 10 },
      ],
    });
  });

  it('covers the longest life of a delivery, and no more than the requested time', async () => {
    const at = await scene.delivered();
    // Created a week ago and attempted until now.
    await database.db.webhookDelivery.updateMany({ data: { createdAt: minutesAgo(7 * 24 * 60) } });
    await database.db.webhookAttempt.updateMany({ data: { startedAt: minutesAgo(1) } });
    const staff = await scene.as('staff');
    const { e } = await answer<{ e: { activity: Step[] } }>(ACTIVITY, { id: at.endpoint.id }, staff);
    expect(e.activity).toHaveLength(24);
    expect(e.activity.at(-1)).toMatchObject({ failed: 1 });
    for (const [member, value] of [
      ['hours', 0],
      ['hours', 2_161],
      ['steps', 0],
      ['steps', 201],
    ]) {
      const { code, fields } = await refusal(ACTIVITY, { id: at.endpoint.id, [`${member}`]: value }, staff);
      expect([code, fields]).toMatchObject(['VALIDATION', [{ path: [member] }]]);
    }
  });

  it('uses as many statements for many endpoints as for one', async () => {
    const statements: string[] = [];
    const counted = await testDatabase({ onQuery: (sql) => statements.push(sql) });
    const own = createWorld(counted.db);
    const { id } = await own.userWith(['orders.view-all', 'console.access']);
    const count = async () => {
      const staff = await contextFor(counted.db, id);
      statements.length = 0;
      await answer('{ webhookEndpoints { id: databaseId waitingCount activity { succeeded } } }', {}, staff);
      return statements.length;
    };
    await own.endpoint('https://a.example/');
    const one = await count();
    for (let more = 0; more < 5; more += 1) await own.endpoint(`https://a.example/${more}`);
    expect(await count()).toBe(one);
    await counted.drop();
  });
});

describe('webhookTerms', () => {
  const TERMS = '{ t: webhookTerms { retrySeconds timeoutSeconds disableDays rotationHours retentionDays httpsOnly } }';

  it('returns the settings', async () => {
    expect(await answer(TERMS, {}, await scene.as('staff'))).toEqual({
      t: {
        retrySeconds: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
        timeoutSeconds: 15,
        disableDays: 5,
        rotationHours: 24,
        retentionDays: 90,
        httpsOnly: true,
      },
    });
    expect(await refusal(TERMS, {}, await contextFor(database.db, null))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('owners of endpoints', () => {
  it('are users with a role or in a client, filtered by part of their name', async () => {
    const { clientId } = await scene.world.order();
    const { id: organizationId } = await scene.world.home();
    const member = await scene.world.user({ name: 'Zoë 100% Client', clients: [clientId] });
    const gone = await scene.world.user({ name: 'Zoë 100% Gone', clients: [clientId], disabledAt: NOW });
    const OWNERS = `query ($search: String) { o: webhookOwners(organizationId: ${organizationId}, search: $search) { id: databaseId name } }`;
    const admin = await scene.as('admin');
    const found = async (search?: string) =>
      (await answer<{ o: { id: number }[] }>(OWNERS, { search }, admin)).o.map(({ id }) => id);
    expect(await found('zoë 100%')).toEqual([member.id]);
    expect(await found('1%0')).toEqual([]);
    const allOwners = await found();
    expect(allOwners).toEqual(expect.arrayContaining([scene.people.admin, scene.people.staff, member.id]));
    expect(allOwners).not.toContain(gone.id);
    expect(allOwners).not.toContain(scene.people.outsider);
  });
});
