import { inTransaction } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { type EndpointNotice, seal, unseal } from '@channel/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOW, SETTINGS } from '../testing/context.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';
import { mailEndpointNotice } from './endpoint-mail.ts';

const SECRET = 'whsec_canary';
const settings = { ...SETTINGS, demoMailbox: true };

let database: TestDatabase;
let scene: StaffScene;
let organizationId: number;
let number = 0;
beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  organizationId = (await database.db.role.findUniqueOrThrow({ where: { id: scene.people.admin.role.id } }))
    .organizationId;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.mail.deleteMany();
  await database.db.webhookEndpoint.deleteMany();
});

const endpoint = async (ownerId: number | null = null): Promise<number> => {
  number += 1;
  const { id } = await database.db.webhookEndpoint.create({
    data: {
      organizationId,
      ownerId,
      url: `https://user:canary@hooks.example:8443/services/canary?key=canary&n=${number}#canary`,
      description: 'canary',
      createdAt: NOW,
      secret: seal(SECRET, settings.secretKey),
    },
  });
  return id;
};

const notify = (endpointId: number, more: Partial<EndpointNotice> = {}, now = NOW) =>
  inTransaction(database.db, (tx) =>
    mailEndpointNotice(
      tx,
      { settings, now },
      { endpointId, organizationId, kind: 'disabled', failingSince: NOW, days: 5, ...more },
    ),
  );
const mails = () => database.db.mail.findMany({ orderBy: { id: 'asc' } });
const lettersOf = async () =>
  (await mails()).map(({ content }) => JSON.parse(unseal(content ?? new Uint8Array(), settings.secretKey)));

describe('the mail about an endpoint', () => {
  it('goes to the administrators of the organization, once each, without a secret of the address', async () => {
    const id = await endpoint();
    await notify(id);
    await notify(id);
    const { admin, colleague, clerk } = scene.people;
    expect((await mails()).map(({ userId }) => userId)).toEqual([admin.id, colleague.id, clerk.id]);
    for (const { subject, text, secret } of await lettersOf()) {
      expect(subject).toMatch(/: webhooks to hooks\.example:8443 are switched off$/);
      expect(text).toContain(`\n${settings.consoleUrl}/webhooks/endpoints/${id}\n`);
      expect(secret).toBeNull();
      expect(`${subject}${text}`).not.toContain('canary');
    }
  });

  it('goes to the owner first, and not to disabled people', async () => {
    const { partner, admin, colleague, clerk } = scene.people;
    const id = await endpoint(partner.id);
    await database.db.user.update({ where: { id: colleague.id }, data: { disabledAt: NOW } });
    await notify(id, { kind: 'failing' });
    await database.db.user.update({ where: { id: colleague.id }, data: { disabledAt: null } });
    expect((await mails()).map(({ userId }) => userId)).toEqual([partner.id, admin.id, clerk.id]);
    const [letter] = await lettersOf();
    expect(letter.subject).toMatch(/: webhooks to hooks\.example:8443 fail$/);
    await database.db.user.update({ where: { id: partner.id }, data: { disabledAt: NOW } });
    await database.db.mail.deleteMany();
    await notify(id);
    expect((await mails()).map(({ userId }) => userId)).not.toContain(partner.id);
    await database.db.user.update({ where: { id: partner.id }, data: { disabledAt: null } });
  });

  it('goes to at most ten people, who get at most twenty in an hour', async () => {
    const { roleId } = await database.db.userRole.findFirstOrThrow({ where: { userId: scene.people.clerk.id } });
    const more = await Promise.all(Array.from({ length: 12 }, () => scene.someone()));
    await database.db.userRole.createMany({ data: more.map(({ id }) => ({ userId: id, roleId })) });
    await notify(await endpoint());
    expect(await database.db.mail.count()).toBe(10);
    const { id: _id, noticeKey: _key, ...first } = await database.db.mail.findFirstOrThrow({ orderBy: { id: 'asc' } });
    const earlier = Array.from({ length: 18 }, () => ({ ...first, content: first.content ?? new Uint8Array() }));
    await database.db.mail.createMany({ data: earlier });
    const ofFirst = () => database.db.mail.count({ where: { userId: first.userId } });
    await notify(await endpoint());
    expect(await ofFirst()).toBe(20);
    await notify(await endpoint());
    expect(await ofFirst()).toBe(20);
    expect(await database.db.mail.count()).toBe(18 + 10 + 10 + 9);
    await notify(await endpoint(), {}, new Date(NOW.getTime() + 3_600_000));
    expect(await ofFirst()).toBe(21);
    await database.db.userRole.deleteMany({ where: { roleId, userId: { in: more.map(({ id }) => id) } } });
  });

  it('is not written where mail is not set up', async () => {
    const endpointId = await endpoint();
    const notice = { endpointId, organizationId, kind: 'disabled', failingSince: NOW, days: null } as const;
    await inTransaction(database.db, (tx) => mailEndpointNotice(tx, { settings: SETTINGS, now: NOW }, notice));
    expect(await database.db.mail.count()).toBe(0);
  });
});
