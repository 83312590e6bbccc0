export { createPrisma, type PrismaClient, type PrismaOptions } from './client.ts';
export { Prisma } from './generated/client/client.ts';
export { type ListenOptions, listen } from './listen.ts';
export { type Migration, migrate, pendingMigrations } from './migrate.ts';
export { DatabaseBusy, inTransaction, isClient, type Tx } from './transaction.ts';
