import { join } from 'node:path';
import { createPrisma } from '@channel/prisma';
import { runningEmbedded } from '@channel/prisma/embedded';
import { createFactories } from '@channel/prisma/testing';

/* Adds two orders of a guest to the installation of DATA_DIR, which runs and has one organization. */

const server = await runningEmbedded(join(process.env.DATA_DIR ?? '', 'postgres'));
if (!server) throw new Error('No Postgres runs on DATA_DIR.');
const db = createPrisma({ connectionString: server.connectionString });
const make = createFactories(db);
const { id: organizationId } = await db.organization.findFirstOrThrow();
const { id: issuerId, roles } = await db.user.findFirstOrThrow({ include: { roles: true } });
const { id: clientId } = await make.client({ organizationId });
const [{ roleId } = { roleId: 0 }] = roles;
for (const firstName of ['Ada', 'Augusta'])
  await make.order({
    ...{ offer: null, status: 'Cancelled', organizationId, issuerId, roleId, clientId, currencyCode: 'NOK' },
    passengers: [{ firstName, lastName: 'Byron', email: 'guest@example.com' }],
  });
await db.$disconnect();
