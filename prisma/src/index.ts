export { createPrisma, type PrismaClient, type PrismaOptions } from './client.ts';
export { Prisma } from './generated/client/client.ts';
export { type Migration, migrate, pendingMigrations } from './migrate.ts';
export { DatabaseBusy, inTransaction, type Tx } from './transaction.ts';
