import type { Prisma, Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import { DomainError } from '../errors.ts';
import { lockRows, readRows } from './rows.ts';

/** The models whose rows have a version, which the database raises with every change. */
type Versioned = Extract<
  Prisma.ModelName,
  | 'Absence'
  | 'Availability'
  | 'Category'
  | 'City'
  | 'Client'
  | 'OrderNote'
  | 'Organization'
  | 'Point'
  | 'Product'
  | 'Rate'
  | 'Role'
  | 'SavedView'
  | 'Schedule'
  | 'ServiceLevel'
  | 'Supplier'
  | 'User'
  | 'WebhookEndpoint'
>;

/** The version that a caller expects, if any. */
export type ExpectedVersion = number | null | undefined;

/** The options of the argument `expectedVersion`. */
export const expectedVersion = {
  description:
    'Refuses the change (`PRECONDITION_FAILED`) unless it still has this `version`. The extensions of the error have the current `version`.',
} as const;

/** An existing thing as a mutation names it. */
export type Existing = { id: number; expectedVersion?: ExpectedVersion };

/** The arguments of a mutation that changes or deletes an existing thing; `noun` says what it is. */
export const existing = (noun: string) =>
  builder.args((t) => ({
    id: t.int({ required: true, description: `The ${noun}'s id.` }),
    expectedVersion: t.int(expectedVersion),
  }));

/** Raises the version of a row whose parts change in other tables: the database sets the value. */
export const TOUCHED = { version: { increment: 1 } } as const;

/**
 * Locks a row that the actor may see, where its version matters.
 *
 * @param expected any version where it is null or undefined
 * @throws precondition failed for another version
 */
export async function expectVersion(tx: Tx, model: Versioned, id: number, expected: ExpectedVersion): Promise<void> {
  if (expected === null || expected === undefined) return;
  if ((await lockRows(tx, model, { id, version: expected })).length > 0) return;
  const [row] = await readRows(tx, model, { where: { id }, select: { version: true } });
  // What was deleted meanwhile is not found by the change itself.
  if (!row) return;
  throw new DomainError(
    'PRECONDITION_FAILED',
    'It was changed since you read it. Read it again and repeat your change.',
    { version: row.version },
  );
}
