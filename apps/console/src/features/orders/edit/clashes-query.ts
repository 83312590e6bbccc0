import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';
import type { Order } from '../order-query.ts';
import type { Edits, FieldName } from './order-fields.ts';

const ClashesQuery = graphql(`
  query AssignmentClashes($moves: [DispatchMoveInput!]!) @executed {
    assignmentClashes(moves: $moves) {
      severity
      text
      jobs {
        id: jobId
      }
    }
  }
`);

type Moves = VariablesOf<typeof ClashesQuery>['moves'];

/** The tasks of an order with the edits that assign or move them. */
export function movesOf({ id }: Pick<Order, 'id'>, edits: Edits): Moves {
  const value = (name: FieldName) => {
    const edit = edits[name];
    return edit && (edit.value === '' ? null : edit.value);
  };
  const sides = (['pickup', 'dropoff'] as const).map((task) => {
    const [personId, date, time] = [value(`${task}.driver`), value(`${task}.date`), value(`${task}.time`)];
    return {
      orderId: id,
      task,
      ...(personId === undefined ? {} : { personId: personId as number | null }),
      ...(date === undefined ? {} : { date: date as string | null }),
      ...(time === undefined ? {} : { time: time as string | null }),
    };
  });
  const guide = value('tourGuide');
  return [
    ...sides,
    { orderId: id, task: 'guide' as const, ...(guide === undefined ? {} : { personId: guide as number | null }) },
  ];
}

/** The findings about the people of an order, with edits that are not saved yet. */
export const clashesQuery = (order: Order, edits: Edits) => {
  const moves = movesOf(order, edits);
  return queryOptions({
    queryKey: ['order-clashes', order.id, moves],
    queryFn: async ({ signal }) => (await send(ClashesQuery, { moves }, signal)).assignmentClashes,
    // Nobody is dispatched for other orders.
    enabled: order.status === 'Booked' || order.status === 'InCart',
    placeholderData: keepPreviousData,
    // Changes of other orders may cause a finding, and end one.
    meta: { live: ['orders'] },
  });
};
