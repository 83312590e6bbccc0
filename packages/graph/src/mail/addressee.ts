import type { Tx } from '@channel/prisma';

/** What the letter to a person needs to know about the person, and about an organization. */
export type Addressee = {
  name: string;
  username: string;
  /** The organization by which the person is reached; null for a person of none. */
  organization: { name: string; timeZone: string } | null;
  /** ISO 639-1 codes: the person's own language, then the organization's. */
  languages: string[];
  timeZone: string;
};

/**
 * Reads whom a mail addresses.
 *
 * @param organizationId the organization that writes; by default the first one of the person
 */
export async function addresseeOf(tx: Tx, userId: number, organizationId?: number): Promise<Addressee> {
  const { name, username, language } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { name: true, username: true, language: true },
  });
  const organization = await tx.organization.findFirst({
    where: organizationId === undefined ? belongsTo(userId) : { id: organizationId },
    orderBy: { id: 'asc' },
    select: { name: true, timeZone: true, languages: { where: { isDefault: true }, select: { languageCode: true } } },
  });
  return {
    name,
    username,
    organization,
    languages: [language ?? [], organization?.languages.map(({ languageCode }) => languageCode) ?? []].flat(),
    timeZone: organization?.timeZone ?? 'UTC',
  };
}

const belongsTo = (userId: number) => ({
  OR: [{ roles: { some: { users: { some: { userId } } } } }, { clients: { some: { members: { some: { userId } } } } }],
});
