import { Prisma } from '@channel/prisma';

/**
 * Whether a write failed on a unique constraint, such as a name that exists already. Concurrent requests can use the
 * same name.
 */
export const isTaken = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
