import { queryOptions } from '@tanstack/react-query';
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { send } from '#lib/send.ts';

const OrdersQuery = graphql(`
  query PersonalDataOrders($organizationId: SafeInt!, $search: PersonalDataSearch!) @executed {
    personalDataOrders(organizationId: $organizationId, search: $search) {
      orderId
      reference
      status
      startsAt
      hold
      notes
      tags
      tickets
      events
      deliveries
      auditEntries
      batches
      passengers {
        passengerId
        name
        email
        phoneNumber
        isLeader
      }
    }
  }
`);

const ErasuresQuery = graphql(`
  query PersonalDataErasures($organizationId: SafeInt!) @executed {
    personalDataErasures(organizationId: $organizationId, limit: 25) {
      erasureId
      state
      waitsFor
      orderIds
      ordersDone
      requestedAt
      requestedBy {
        name
      }
    }
  }
`);

const ExportMutation = graphql(`
  mutation ExportPersonalData($organizationId: SafeInt!, $orderIds: [SafeInt!]!, $passengerIds: [SafeInt!], $after: String) {
    exportPersonalData(
      organizationId: $organizationId
      orderIds: $orderIds
      passengerIds: $passengerIds
      after: $after
    ) {
      personalDataExport {
        filename
        content
        next
        omitsArchive
      }
    }
  }
`);

const EraseMutation = graphql(`
  mutation ErasePersonalData($organizationId: SafeInt!, $orderIds: [SafeInt!]!, $passengerIds: [SafeInt!], $evenIfNeeded: Boolean!) {
    erasePersonalData(
      organizationId: $organizationId
      orderIds: $orderIds
      passengerIds: $passengerIds
      evenIfNeeded: $evenIfNeeded
    ) {
      personalDataErasure {
        erasureId
      }
    }
  }
`);

export type FoundOrder = ResultOf<typeof OrdersQuery>['personalDataOrders'][number];
export type Erasure = ResultOf<typeof ErasuresQuery>['personalDataErasures'][number];
export type Search = VariablesOf<typeof OrdersQuery>['search'];

/** The orders of a guest, and which of their passengers are meant; none: all. */
export type Guests = { organizationId: number; orderIds: number[]; passengerIds: number[] };

/** The orders of a guest with what is stored about them. */
export const findGuests = async (organizationId: number, search: Search) =>
  (await send(OrdersQuery, { organizationId, search })).personalDataOrders;

const AGAIN_MS = 2_000;

/** The latest erasures; read again while one is not finished. */
export const erasuresQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ['personal-data', organizationId],
    queryFn: async ({ signal }) => (await send(ErasuresQuery, { organizationId }, signal)).personalDataErasures,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnfinished) ? AGAIN_MS : false),
  });

const isUnfinished = ({ state }: Erasure) => state === 'waiting' || state === 'running';

const someOf = ({ passengerIds, ...guests }: Guests) => ({
  ...guests,
  ...(passengerIds.length > 0 ? { passengerIds } : {}),
});

/** Everything that is stored about guests, as a file, which is made of all parts of the document. */
export async function exportGuests(guests: Guests) {
  const parts: string[] = [];
  let after: string | null = null;
  for (;;) {
    const answer: ResultOf<typeof ExportMutation> = await send(ExportMutation, { ...someOf(guests), after });
    const { content, next, filename, omitsArchive } = made(answer.exportPersonalData.personalDataExport);
    parts.push(content);
    after = next;
    if (after === null) return { filename, omitsArchive, file: new Blob(parts, { type: 'application/json' }) };
  }
}

/** Requests the erasure. */
export const eraseGuests = (guests: Guests, evenIfNeeded: boolean) =>
  send(EraseMutation, { ...someOf(guests), evenIfNeeded });
