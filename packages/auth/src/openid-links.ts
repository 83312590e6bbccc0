import type { PrismaClient, Tx } from '@channel/prisma';

/** A person as an OpenID Connect provider has confirmed it. */
export type OpenIdentity = {
  /** The issuer as the provider states it. */
  issuer: string;
  /** The provider's own, lasting name of the person. */
  subject: string;
  /** The address, if the provider has verified it; else null. */
  email: string | null;
};

/**
 * The user of an identity: the one that is linked to it, whatever its address is now; else the enabled user who has its
 * verified address and is not linked to another identity of the issuer. Null where there is none.
 */
export async function userOfIdentity(
  db: PrismaClient | Tx,
  { issuer, subject, email }: OpenIdentity,
): Promise<{ userId: number; isLinked: boolean } | null> {
  const link = await db.openIdLink.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { userId: true },
  });
  if (link) return { userId: link.userId, isLinked: true };
  if (email === null) return null;
  // The second comparison ignores the case of ASCII only: `lower` of a locale also maps other letters to ASCII, such as
  // the Kelvin sign to k, and the address of somebody else must not become that of the user.
  const [user] = await db.$queryRaw<{ id: number }[]>`
    SELECT u.id FROM "user" u
    WHERE lower(u.email) = lower(${email}) AND lower(u.email COLLATE "C") = lower(${email} COLLATE "C")
      AND u.disabled_at IS NULL AND u.kind = 'person'
      AND NOT EXISTS (SELECT FROM openid_link l WHERE l.user_id = u.id AND l.issuer = ${issuer})`;
  return user ? { userId: user.id, isLinked: false } : null;
}

/** Links a user to an identity. @returns whether it was done: false where either of them was linked in the meantime */
export async function linkIdentity(
  tx: Tx,
  userId: number,
  { issuer, subject }: OpenIdentity,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.openIdLink.createMany({
    data: { issuer, subject, userId, linkedAt: now },
    skipDuplicates: true,
  });
  return count > 0;
}

/** Removes the links of a user, so that the next sign-in goes by the verified address. @returns the number of them */
export async function endOpenIdLinks(tx: PrismaClient | Tx, userId: number): Promise<number> {
  return (await tx.openIdLink.deleteMany({ where: { userId } })).count;
}
