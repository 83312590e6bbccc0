import type { PrismaClient } from '@channel/prisma';
import { expect } from 'vitest';
import { comparePlaces } from '../orders/check-places.ts';

/**
 * Expects every departure to count exactly the places that its bookings hold. For `afterEach` of tests that move
 * places.
 */
export async function expectPlacesAddUp(db: PrismaClient): Promise<void> {
  const { unbalanced, named } = await comparePlaces(db);
  expect({ unbalanced, named }).toEqual({ unbalanced: 0, named: [] });
}
