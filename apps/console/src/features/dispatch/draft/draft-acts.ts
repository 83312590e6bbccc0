import type { VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { send } from '#lib/send.ts';
import { type Draft, DraftFacts, type Task } from '../board-query.ts';

const DraftDispatch = graphql(
  `
    mutation DraftDispatch($moves: [DispatchMoveInput!]!) {
      draftDispatch(moves: $moves) {
        draft {
          ...DraftFacts
        }
      }
    }
  `,
  [DraftFacts],
);

export type Move = VariablesOf<typeof DraftDispatch>['moves'][number];

/** Adds moves to the draft and returns the resulting draft. */
export const draftMoves = async (moves: Move[]) => (await send(DraftDispatch, { moves })).draftDispatch;

const DiscardDispatch = graphql(
  `
    mutation DiscardDispatch($tasks: [DispatchTaskOfOrder!]) {
      discardDispatch(tasks: $tasks) {
        draft {
          ...DraftFacts
        }
      }
    }
  `,
  [DraftFacts],
);

/** Removes the moves of these tasks, or all moves (null), from the draft. */
export const discardMoves = async (tasks: { orderId: number; task: Task }[] | null) =>
  (await send(DiscardDispatch, { tasks })).discardDispatch;

const PublishDispatch = graphql(`
  mutation PublishDispatch($orders: Int!, $clashesDigest: String!) {
    publishDispatch(orders: $orders, clashesDigest: $clashesDigest) {
      batch {
        id: databaseId
      }
    }
  }
`);

/**
 * Publishes the draft if it still covers this many orders, and has no clash that was not shown; returns the id of the
 * batch that applies it.
 */
export const publishDraft = async ({
  orders,
  clashesDigest,
}: Pick<Draft, 'orders' | 'clashesDigest'>): Promise<number> =>
  made((await send(PublishDispatch, { orders, clashesDigest })).publishDispatch.batch).id;
