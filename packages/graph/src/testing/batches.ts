import type { PrismaClient } from '@channel/prisma';
import { type BatchHost, executeBatch } from '../batches/execute-batch.ts';
import type { Context } from '../context.ts';
import { contextFor, NOW } from './context.ts';
import { answer } from './run.ts';

const BATCH = /* GraphQL */ `
  fragment Batch on Batch {
    id: databaseId kind status isOwn startedAt cancelledAt endedAt expectedWebhooks
    effects { member orders added changed removed removedFrom }
    maker { id: databaseId } undoOf { id: databaseId } undoneBy { id: databaseId }
    change {
      status assignments { of person { id: databaseId } } tags { on action tags(perPage: 100) { key value } }
    }
    counts { total planned done unchanged refused stale failed cancelled }
    rows(perPage: 1000) {
      orderId status version versionAfter reason endedAt order { id: databaseId }
      changes(perPage: 1000) { member key before after }
    }
  }
`;

/** A value that a batch sets, in the response of the schema. */
export type ShownChange = { member: string; key: string | null; before: string | null; after: string | null };

/** A batch in the response of the schema. */
export type ShownBatch = {
  id: number;
  kind: string;
  status: string;
  isOwn: boolean;
  cancelledAt: string | null;
  endedAt: string | null;
  expectedWebhooks: number;
  effects: Record<string, number | string>[];
  undoOf: { id: number } | null;
  undoneBy: { id: number }[];
  counts: Record<string, number>;
  rows: {
    orderId: number;
    status: string;
    version: number;
    versionAfter: number | null;
    reason: string | null;
    changes: ShownChange[];
  }[];
} & Record<string, unknown>;

/** Operations on batches. */
export const BATCHES_BY_NAME = {
  plan: `mutation ($orders: BatchOrders!, $change: BatchChangeInput!) { batch: planBatch(orders: $orders, change: $change) { batch { ...Batch } } } ${BATCH}`,
  run: `mutation ($id: SafeInt!) { batch: runBatch(id: $id) { batch { ...Batch } } } ${BATCH}`,
  cancel: `mutation ($id: SafeInt!) { batch: cancelBatch(id: $id) { batch { ...Batch } } } ${BATCH}`,
  undo: `mutation ($id: SafeInt!) { batch: undoBatch(id: $id) { batch { ...Batch } } } ${BATCH}`,
  retry: `mutation ($id: SafeInt!, $orderIds: [SafeInt!], $evenIfChanged: Boolean) { batch: retryBatch(id: $id, orderIds: $orderIds, evenIfChanged: $evenIfChanged) { batch { ...Batch } } } ${BATCH}`,
  read: `query ($id: SafeInt!) { batch(id: $id) { ...Batch } } ${BATCH}`,
} as const;

/** Executes one of these operations. */
export async function batchBy(
  name: keyof typeof BATCHES_BY_NAME,
  variables: Record<string, unknown>,
  context: Context,
): Promise<ShownBatch> {
  return (await answer<{ batch: ShownBatch }>(BATCHES_BY_NAME[name], variables, context)).batch;
}

/** A host that runs batches in a test: without a queue, to the end. */
export function batchHost(db: PrismaClient, more: Partial<BatchHost> & { context?: Partial<Context> } = {}): BatchHost {
  return {
    db,
    clock: () => NOW,
    contextOf: async ({ makerId, requestId, address }) => ({
      ...(await contextFor(db, makerId)),
      channel: 'batch',
      requestId,
      address,
      ...more.context,
    }),
    hasTime: () => true,
    onFailure: (error) => {
      throw error;
    },
    ...more,
  };
}

/** Runs a batch to the end. */
export async function runToEnd(db: PrismaClient, id: number, context: Context): Promise<ShownBatch> {
  await batchBy('run', { id }, context);
  await executeBatch(batchHost(db), id);
  return batchBy('read', { id }, context);
}
