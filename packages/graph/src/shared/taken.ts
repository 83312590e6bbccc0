import { Prisma } from '@channel/prisma';

/** Whether a write failed because the database holds something of that name already. Two requests can give the same at once. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
