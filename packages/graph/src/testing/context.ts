import { actorOf, createSessions } from '@channel/auth';
import type { PrismaClient } from '@channel/prisma';
import { loadSettings, type Settings } from '@channel/settings';
import type { Context } from '../context.ts';
import { clashing } from '../jobs/clashing-orders.ts';
import { findings } from '../jobs/planned-clashes.ts';
import { createLoaders } from '../loaders.ts';

/** Default time of tests: a Monday, noon in Amsterdam. */
export const NOW = new Date('2026-06-01T10:00:00Z');

/** Settings of tests: all defaults, and a key for ticket addresses. */
export const SETTINGS: Settings = loadSettings({ SECRET_KEY: 'a key that only tests know, 32 and more' });

type World = { now?: Date; lang?: string; settings?: Partial<Settings> };

async function* none(): AsyncGenerator<never> {}
const nothing = async () => none();

/** The context of a request by a user (null: anonymous), with the actor that authentication loads. */
export async function contextFor(db: PrismaClient, userId: number | null, world: World = {}): Promise<Context> {
  const { now = NOW, lang = 'en', settings } = world;
  const actor = userId === null ? null : await actorOf(db, userId, now);
  if (userId !== null && !actor) throw new Error(`no enabled user has the id ${userId}`);
  return {
    db,
    actor,
    crew: null,
    now,
    lang,
    sentenceLang: lang,
    channel: 'api',
    address: null,
    requestId: 'request-of-a-test',
    settings: { ...SETTINGS, ...settings },
    loaders: createLoaders(db),
    sessions: createSessions({ db, idleMinutes: 60, absoluteHours: 24, secure: false, clock: () => now }),
    cookies: { read: () => undefined, write: () => {} },
    emit: async () => {},
    describe: async () => ({ id: '', kind: '', body: '{}' }),
    clashing,
    findings,
    keep: async () => {},
    live: {
      orders: nothing,
      deliveries: nothing,
      batches: nothing,
      drafts: nothing,
      notes: nothing,
      changes: async () => ({ next: async () => false, end: () => {} }),
      resumeAfter: null,
      hold: () => {},
      look: (read) => read(),
    },
  };
}
