import { fetchOperation } from '#lib/fetch-operation.ts';
import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { send } from '#lib/send.ts';
import type { Booking } from './sale-query.ts';

const HeldParts = graphql(`
  fragment HeldParts on Order @_unmask {
    id: databaseId
    version
    status
    bookings {
      holdExpiresAt
    }
  }
`);

const HoldPlacesMutation = graphql(
  `
    mutation HoldPlaces($role: String!, $serviceLevelId: SafeInt!, $input: BookOrderInput!) {
      bookOrder(role: $role, serviceLevelId: $serviceLevelId, input: $input) {
        order {
          ...HeldParts
        }
      }
    }
  `,
  [HeldParts],
);

const ChangeHoldMutation = graphql(
  `
    mutation ChangeHold($orderId: SafeInt!, $serviceLevelId: SafeInt!, $version: Int!, $input: BookOrderInput!) {
      changeHold(orderId: $orderId, serviceLevelId: $serviceLevelId, versions: [$version], input: $input) {
        order {
          ...HeldParts
        }
      }
    }
  `,
  [HeldParts],
);

const RenewHoldMutation = graphql(
  `
    mutation RenewHold($orderId: SafeInt!) {
      renewHold(orderId: $orderId) {
        order {
          ...HeldParts
        }
      }
    }
  `,
  [HeldParts],
);

const ReleaseHoldMutation = graphql(`
  mutation ReleaseHold($reference: String!, $version: Int!) {
    updateOrder(reference: $reference, versions: [$version], input: { status: Deleted }) {
      order {
        id: databaseId
      }
    }
  }
`);

/** An order in the cart that holds places until an instant; null once they are released. */
export type Hold = { orderId: number; version: number; expiresAt: string | null; role: string };

type Held = { id: number; version: number; bookings: { holdExpiresAt: string | null }[] };

const holdOf = ({ id, version, bookings }: Held, role: string): Hold => ({
  orderId: id,
  version,
  expiresAt: bookings[0]?.holdExpiresAt ?? null,
  role,
});

/**
 * @param key a repeated request with the same key makes no second hold
 * @returns null if the order that was made with this key is no longer in the cart
 */
export async function holdPlaces({ role, serviceLevelId, input }: Booking, key: string): Promise<Hold | null> {
  const variables = { role, serviceLevelId, input: { ...input, key, pendingBooking: true } };
  const { bookOrder } = await send(HoldPlacesMutation, variables);
  const order = made(bookOrder.order);
  return order.status === 'InCart' ? holdOf(order, role) : null;
}

export async function changeHold(
  { orderId, version }: Hold,
  { role, serviceLevelId, input }: Booking,
  pendingBooking: boolean,
): Promise<Hold> {
  const changed = { ...input, pendingBooking };
  const held = await send(ChangeHoldMutation, { orderId, version, serviceLevelId, input: changed });
  return holdOf(made(held.changeHold.order), role);
}

export const renewHold = async ({ orderId, role }: Hold): Promise<Hold> =>
  holdOf(made((await send(RenewHoldMutation, { orderId })).renewHold.order), role);

/** Releases the places, also while the page closes. If that fails, the hold expires. */
export function releaseHold({ orderId, version }: Hold): void {
  const variables = { reference: String(orderId), version };
  void fetchOperation('/graphql', { keepalive: true }, ReleaseHoldMutation, variables).catch(() => {});
}
