import type { Actor, CrewMember, Sessions } from '@channel/auth';
import { type Channel, type Context, clashing, createLoaders, findings, type Live, type Work } from '@channel/graph';
import type { PrismaClient } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import { describe, emit } from './events/order-events.ts';
import { languagesIn } from './language.ts';
import { NO_LIVE } from './live/hub.ts';
import type { Storage } from './media/storage.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Tracing } from './traces/tracing.ts';

/** The services of a process. */
export type Services = {
  settings: Settings;
  db: PrismaClient;
  sessions: Sessions;
  /** The storage of images and tickets. */
  storage: Storage;
  /** The current time; the only clock of the process. */
  clock: () => Date;
  /** Where the settings name a collector of traces. */
  tracing?: Tracing | undefined;
  /** What the process counts for Prometheus; undefined where nothing is measured. */
  metrics?: Metrics | undefined;
};

/** The properties of a request. */
export type Incoming = {
  actor: Actor | null;
  /** The holder of a session of the page of the crew. */
  crew?: CrewMember | null;
  channel: Channel;
  requestId: string;
  /** For the events of the request, see `Context`. */
  traceparent?: string | undefined;
  /** The caller's IP address, as TRUST_PROXY resolves it, for throttles and the audit log; null without a caller. */
  address: string | null;
  /** The `X-Lang` header. */
  language?: string | string[] | undefined;
  cookies?: Context['cookies'];
  /** The notices for subscriptions, on an entry point that supports them. */
  live?: Live;
  /** The limits of the operation, if it has any. */
  work?: Work;
  /** The cache of answers, where the request may use it. */
  answers?: Context['answers'];
  /** Where the actor is presumed from an earlier request. */
  presumed?: Context['presumed'];
};

const NO_COOKIES: Context['cookies'] = { read: () => undefined, write: () => {} };

/** The core's context of one request. */
export async function contextOf(services: Services, incoming: Incoming): Promise<Context> {
  const { db, settings, sessions, storage, clock } = services;
  const {
    actor,
    crew = null,
    channel,
    requestId,
    traceparent,
    address,
    cookies = NO_COOKIES,
    live = NO_LIVE,
    work,
    presumed,
    answers,
  } = incoming;
  const wanted = languagesIn(incoming.language);
  const lang = await languageOf(services, actor, wanted);
  const [sentenceLang = lang] = wanted;
  const now = clock();
  let loaders: Context['loaders'] | undefined;
  return {
    db,
    settings,
    sessions,
    actor,
    crew,
    channel,
    address,
    requestId,
    traceparent,
    cookies,
    lang,
    sentenceLang,
    now,
    // Compiled operations need none.
    get loaders() {
      loaders ??= createLoaders(db);
      return loaders;
    },
    emit,
    describe,
    clashing,
    findings,
    keep: storage.put,
    live,
    work,
    presumed,
    answers,
    onBooking: services.metrics?.booking,
  };
}

/** The first requested language that is available; else the default. */
async function languageOf({ db, settings }: Services, actor: Actor | null, wanted: readonly string[]): Promise<string> {
  const [role] = actor?.roles ?? [];
  const standard = role?.languages[0] ?? settings.defaultLanguage;
  if (wanted.length === 0 || wanted[0] === standard) return standard;
  const offered = role
    ? actor?.roles.flatMap(({ languages }) => languages)
    : (
        await db.organizationLanguage.findMany({
          where: { languageCode: { in: [...wanted] } },
          distinct: 'languageCode',
        })
      ).map(({ languageCode }) => languageCode);
  return wanted.find((language) => language === standard || offered?.includes(language)) ?? standard;
}
