import { tmpdir } from 'node:os';
import { actorOf, createSessions } from '@channel/auth';
import { executeOperation, resultsOf } from '@channel/graph';
import type { TestDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { parse } from 'graphql';
import { contextOf, type Services } from '../../context.ts';
import { environmentOn } from '../../events/testing/programs.ts';
import { folderStorage } from '../../media/storage.ts';

/** The services of a process on a test's database; webhooks may be sent to loopback. */
export function testServices({ db, connectionString }: TestDatabase, more: Record<string, string> = {}): Services {
  const settings = loadSettings(environmentOn(connectionString, more));
  const sessions = createSessions({ db, idleMinutes: 60, absoluteHours: 24, secure: false });
  return { settings, db, sessions, storage: folderStorage(tmpdir()), clock: () => new Date() };
}

/** Executes an operation as a user of the console. */
export async function sendAs<Data>(services: Services, userId: number, text: string, variables: object): Promise<Data> {
  const actor = await actorOf(services.db, userId, services.clock());
  const context = await contextOf(services, {
    actor,
    channel: 'console',
    requestId: 'of-the-test',
    address: '127.0.0.1',
  });
  const { data, errors } = await executeOperation(parse(text), { ...variables }, context);
  if (errors?.[0]) throw errors[0];
  // The test knows the shape of its document, which is a mutation.
  return resultsOf(data ?? {}) as Data;
}
