import { defineConfig } from 'prisma/config';

const url = process.env.DATABASE_URL;

/** Only Prisma's own command line reads this file; the programs connect through `createPrisma`. */
export default defineConfig({
  schema: 'schema',
  migrations: { path: 'migrations' },
  ...(url ? { datasource: { url } } : {}),
});
