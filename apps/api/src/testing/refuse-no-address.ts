import type { PrismaClient } from '@channel/prisma';

/**
 * Lets a database refuse entries of the audit log without the address of their caller, but for those of the system: every
 * request of a test that would write one fails.
 */
export async function refuseNoAddress(db: PrismaClient): Promise<void> {
  await db.$executeRaw`ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_has_address
    CHECK (address IS NOT NULL OR channel = 'system') NOT VALID`;
}
