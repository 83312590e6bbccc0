import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../mail/testing/receiver.ts';
import { mailScene } from '../mail/testing/scene.ts';
import { type Jobs, startJobs } from './start-jobs.ts';

let database: TestDatabase;
let server: MailServer;
let jobs: Jobs | undefined;

beforeAll(async () => {
  database = await testDatabase();
  server = await startMailServer();
});
afterAll(async () => {
  await jobs?.stop();
  await server.stop();
  await database.drop();
});

it('the worker sends mails that were written before it ran and while it runs', async () => {
  const log = pino({ level: 'silent' });
  const scene = await mailScene(database, log, { SMTP_URL: server.url });
  const [first, second] = [await scene.driver(), await scene.driver()];
  await scene.send(first.id);
  jobs = await startJobs(scene.services, log);
  await scene.send(second.id);
  await expect.poll(() => server.received.flatMap(({ to }) => to)).toEqual([first.email, second.email]);
  await expect.poll(() => database.db.mail.count({ where: { state: 'sent', content: null } })).toBe(2);
});
