import type { PrismaClient, Tx } from '@channel/prisma';

/** The user who stands for the system where nobody else acts. It is made when it is first needed and never logs in. */
export async function systemUserId(db: PrismaClient | Tx): Promise<number> {
  const known = await db.user.findFirst({ where: { isSystem: true }, orderBy: { id: 'asc' }, select: { id: true } });
  if (known) return known.id;
  // Somebody else may be making it at the same time, or may be called like this.
  const rows = await db.$queryRaw<{ id: number }[]>`
    INSERT INTO "user" (name, email, username, is_system)
    VALUES ('System', 'system@localhost', 'system', true)
    ON CONFLICT DO NOTHING RETURNING id`;
  const made = rows[0] ?? (await db.user.findFirst({ where: { isSystem: true }, select: { id: true } }));
  if (!made) throw new Error('the user that stands for the system could not be made: its name is taken');
  return made.id;
}
