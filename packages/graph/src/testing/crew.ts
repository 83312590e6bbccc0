import { crewMemberOf } from '@channel/auth';
import { day, type TestDatabase } from '@channel/prisma/testing';
import type { Context } from '../context.ts';
import { contextFor, NOW } from './context.ts';
import { dispatchScene } from './dispatch.ts';
import { answer } from './run.ts';

export const LINK =
  'mutation ($person: SafeInt!, $org: SafeInt!) { link: createCrewLink(personId: $person, organizationId: $org) { link { url expiresAt access { linkExpiresAt sessions } } } }';
export const EXCHANGE = 'mutation ($token: String!) { exchangeCrewLink(token: $token) { expiresAt } }';
export const DAY = `{ crewDay { name organization sessionEndsAt jobs {
  id: jobId digest appointment isSeen isChanged isWithdrawn task title day timeZone startsAt endsAt isEstimated hidesGuestsAt guests
  place { address } leader { name phoneNumber } needs { key amount } notes state reason stateAt } } }`;
export const SEEN = 'mutation ($jobs: [SeenCrewJob!]!) { markCrewJobsSeen(jobs: $jobs) { count } }';
export const ACT =
  'mutation ($actions: [CrewActionInput!]!) { results: setCrewStates(actions: $actions) { results { id: actionId outcome } } }';

export type ShownJob = {
  id: string;
  title: string;
  digest: string;
  appointment: string;
  isSeen: boolean;
  isChanged: boolean;
  isWithdrawn: boolean;
  guests: number | null;
  hidesGuestsAt: string | null;
  place: { address: string } | null;
  leader: { name: string } | null;
  state: string;
  reason: string;
  day: string;
  endsAt: string | null;
};

type Link = { link: { url: string; expiresAt: string; access: { linkExpiresAt: string; sessions: number } } };

let actions = 0;

/** A UUID for an action. */
export const actionId = (): string => `00000000-0000-4000-8000-${String(++actions).padStart(12, '0')}`;

/** Staff who dispatch, and drivers with their links and sessions. */
export async function crewScene(database: TestDatabase) {
  const { db } = database;
  const scene = await dispatchScene(database);
  const home = scene.context.actor?.roles[0]?.organizationId ?? 0;
  const today = NOW.toISOString().slice(0, 10);

  const link = async (person = scene.ann.id, as: Context = scene.context) =>
    (await answer<Link>(LINK, { person, org: home }, as)).link;
  const tokenOf = ({ url }: { url: string }) => url.split('#')[1] ?? '';

  /** Exchanges a new link; returns the context of requests with the session, and its cookie. */
  async function session(person = scene.ann.id, now = NOW) {
    const written: string[] = [];
    const anonymous = await contextFor(db, null, { now });
    const cookies = { read: () => undefined, write: (cookie: string) => written.push(cookie) };
    const token = tokenOf(await link(person, { ...scene.context, now }));
    await answer(EXCHANGE, { token }, { ...anonymous, cookies });
    const cookie = written[0]?.split(';')[0] ?? '';
    const as = async (at = now): Promise<Context> => ({
      ...(await contextFor(db, null, { now: at })),
      channel: 'console',
      crew: await crewMemberOf(db, cookie, at, false),
    });
    return { cookie, setCookie: written[0] ?? '', as };
  }

  const jobs = async (as: Context) => (await answer<{ crewDay: { jobs: ShownJob[] } }>(DAY, {}, as)).crewDay.jobs;
  const see = (as: Context, shown: readonly { id: string; digest: string }[]) =>
    answer<{ markCrewJobsSeen: number }>(SEEN, { jobs: shown.map(({ id, digest }) => ({ id, digest })) }, as);
  /** Says something about a job as it is now, unless `more` names another appointment. */
  const act = async (as: Context, jobId: string, state: string, more: object = {}) => {
    const appointment = (await jobs(as)).find(({ id }) => id === jobId)?.appointment ?? '';
    const action = { id: actionId(), jobId, appointment, state, at: as.now.toISOString(), ...more };
    const { results } = await answer<{ results: { outcome: string }[] }>(ACT, { actions: [action] }, as);
    return results[0]?.outcome;
  };
  /** A booked order with a pickup on a day by a driver. */
  const pickup = (driverId: number | null = scene.ann.id, time = '14:00', on = today) =>
    scene.order(on, time, driverId);

  return { ...scene, home, today, link, tokenOf, session, jobs, see, act, pickup, dayOf: day };
}

export type CrewScene = Awaited<ReturnType<typeof crewScene>>;
