export { createPrisma, type PrismaClient, type PrismaOptions, queryRows, type Statement } from './client.ts';
export { Prisma } from './generated/client/client.ts';
export { tableMap } from './generated/table-map.ts';
export { lifeless, lifeSign } from './life-sign.ts';
export { type ListenOptions, listen } from './listen.ts';
export { type Migration, migrate, pendingMigrations } from './migrate.ts';
export type { SteadyConnection } from './steady-connection.ts';
export type { Column, Relation, Table, TableMap } from './table-map.ts';
export { DatabaseBusy, inTransaction, isBusy, isClient, type Tx } from './transaction.ts';
