import type { PrismaClient, Tx } from '@channel/prisma';

/** The user for changes that no other user makes. It is created when it is first needed and never logs in. */
export async function systemUserId(db: PrismaClient | Tx): Promise<number> {
  const known = await db.user.findFirst({ where: { kind: 'system' }, orderBy: { id: 'asc' }, select: { id: true } });
  if (known) return known.id;
  // Another transaction may be creating it concurrently, or another user may have its name.
  const rows = await db.$queryRaw<{ id: number }[]>`
    INSERT INTO "user" (name, email, username, kind)
    VALUES ('System', 'system@localhost', 'system', 'system')
    ON CONFLICT DO NOTHING RETURNING id`;
  const made = rows[0] ?? (await db.user.findFirst({ where: { kind: 'system' }, select: { id: true } }));
  if (!made) throw new Error('The system user could not be created: another user has its name.');
  return made.id;
}
