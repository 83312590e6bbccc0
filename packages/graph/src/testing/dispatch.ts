import { clock, createFactories, day, type Factories, type TestDatabase } from '@channel/prisma/testing';
import type { Context } from '../context.ts';
import { contextFor } from './context.ts';
import { answer } from './run.ts';

export const BOARD = /* GraphQL */ `
  query ($from: Date!, $to: Date!, $isPublished: Boolean, $personIds: [SafeInt!], $tasks: [DispatchTask!]) {
    board: dispatchBoard(from: $from, to: $to, isPublished: $isPublished, personIds: $personIds, tasks: $tasks) {
      jobs {
        id: jobId task day time startsAt endsAt isEstimated personId publishedPersonId isDrafted isStale departure passengerCount
        place { address }
        order { id: databaseId referenceCode passengers { firstName } bookedDetails { product { title } } tags { key } }
      }
      clashes { kind severity personId text jobs { id: jobId order { id: databaseId } } }
      drivers { id: databaseId } guides { id: databaseId }
    }
  }
`;
const DRAFT = 'moves orders stale clashes webhooks days';
export const MOVE = `mutation ($moves: [DispatchMoveInput!]!) { draft: draftDispatch(moves: $moves) { draft { ${DRAFT} } } }`;
export const READ = `{ draft: dispatchDraft { ${DRAFT} } }`;
export const DISCARD = `mutation ($tasks: [DispatchTaskOfOrder!]) { draft: discardDispatch(tasks: $tasks) { draft { ${DRAFT} } } }`;
export const PUBLISH =
  'mutation ($orders: Int!, $clashesDigest: String) { batch: publishDispatch(orders: $orders, clashesDigest: $clashesDigest) { batch { id: databaseId kind status counts { total planned stale } } } }';

type Job = {
  id: string;
  task: string;
  day: string;
  time: string | null;
  startsAt: string | null;
  endsAt: string | null;
  personId: number | null;
  publishedPersonId: number | null;
  isDrafted: boolean;
  isStale: boolean;
  departure: string;
  passengerCount: number;
  place: { address: string } | null;
  order: { id: number };
};
type Board = {
  jobs: Job[];
  clashes: { kind: string; personId: number; jobs: { id: string }[] }[];
  drivers: { id: number }[];
  guides: { id: number }[];
};
/** The effect of publishing a draft. */
export type Draft = { moves: number; orders: number; stale: number; clashes: number; webhooks: number; days: string[] };
/** The new assignee and time of a task of an order. */
export type Move = {
  orderId: number;
  task: string;
  personId?: number | null;
  date?: string | null;
  time?: string | null;
};

/** Staff who dispatch, two users who drive and guide, and orders on separate days, so that tests are independent. */
export async function dispatchScene({ db }: TestDatabase) {
  const make = createFactories(db);
  const staff = await make.userWith(['orders.view-all', 'console.access']);
  const [ann, ben] = [
    await make.userWith(['transfers.drive', 'tours.guide']),
    await make.userWith(['transfers.drive', 'tours.guide']),
  ];
  const context = await contextFor(db, staff.id);
  let nextDay = Date.UTC(2026, 6, 1);
  return {
    make,
    ann,
    ben,
    context,
    freshDay(): string {
      nextDay += 5 * 86_400_000;
      return new Date(nextDay).toISOString().slice(0, 10);
    },
    board: async (from: string, more: object = {}, as: Context = context): Promise<Board> =>
      (await answer<{ board: Board }>(BOARD, { from, to: from, ...more }, as)).board,
    drafted: async (moves: Move[], as: Context = context): Promise<Draft> =>
      (await answer<{ draft: Draft }>(MOVE, { moves }, as)).draft,
    draftNow: async (as: Context = context) => (await answer<{ draft: Draft }>(READ, {}, as)).draft,
    jobOf: (shown: Board, task: string, order: { id: number }) =>
      shown.jobs.find(({ id }) => id === `${task}:${order.id}`),
    /** An order with a separate departure and a pickup on a day. */
    async order(
      on: string,
      time: string | null,
      driverId: number | null = null,
      more: Parameters<Factories['order']>[0] = {},
    ) {
      const offer = await make.offer([], { departure: { date: day(on) } });
      const pickup = { date: day(on), time: time === null ? null : clock(time), driverId };
      return make.order({ offer, pickup, ...more });
    },
    /** Deletes all drafts. */
    clear: () => db.dispatchMove.deleteMany(),
  };
}

export type DispatchScene = Awaited<ReturnType<typeof dispatchScene>>;
