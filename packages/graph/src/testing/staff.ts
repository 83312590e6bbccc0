import { hashPassword } from '@channel/auth';
import type { PrismaClient } from '@channel/prisma';
import { createFactories } from '@channel/prisma/testing';
import type { Context } from '../context.ts';
import { contextFor } from './context.ts';

/** Gives roles to a user and removes others. */
export const CHANGE_ROLES =
  'mutation ($id: SafeInt!, $add: [SafeInt!], $remove: [SafeInt!]) { changeUserRoles(id: $id, add: $add, remove: $remove) { person { roles { role { id: databaseId } } } } }';

/** An organization's staff, and users with other relations to it. Everybody has a password except `guest`. */
export async function staffScene(db: PrismaClient) {
  const make = createFactories(db);
  const { id: home } = await make.home();
  const { id: elsewhere } = await make.organization();
  const passwordHash = await hashPassword('a password of tests');
  const person = async (permissions: string[], more: Parameters<typeof make.role>[0] = {}) => {
    const user = await make.userWith(permissions, { clientId: null, ...more });
    await db.user.update({ where: { id: user.id }, data: { passwordHash } });
    return user;
  };
  const everything = ['administration', 'console.access', 'graphql.query', 'orders.view-all', 'tags.change-shared'];
  const client = await make.client();
  const people = {
    admin: await person(everything),
    colleague: await person(everything),
    /** Administers, without any other permission. */
    clerk: await person(['administration']),
    staff: await person(['console.access', 'orders.view-all', 'tags.change-shared']),
    partner: await person(['products.book', 'graphql.query'], { clientId: client.id }),
    driver: await person(['transfers.drive']),
    /** Belongs only to a client. */
    guest: { ...(await make.user({ clients: [client.id] })) },
    /** Works for both organizations. */
    both: await person(['tours.guide']),
    /** Administers the other organization. */
    outsider: await person(everything, { organizationId: elsewhere }),
    stranger: await person(['transfers.drive'], { organizationId: elsewhere }),
  };
  const foreign = await make.role({ organizationId: elsewhere, clientId: null });
  await db.userRole.create({ data: { userId: people.both.id, roleId: foreign.id } });

  /** The context of a request by one of these users, with their current permissions. */
  const as = async (who: keyof typeof people, more: Partial<Context> = {}): Promise<Context> => ({
    ...(await contextFor(db, people[who].id)),
    ...more,
  });

  /** Creates a new user of the organization. */
  const someone = async (permissions = ['transfers.drive']) =>
    (await make.userWith(permissions, { clientId: null })) as {
      id: number;
      role: { id: number; name: string };
      username: string;
    };

  /** The audit entries of a resource, oldest first, without the members that all entries have. */
  const audited = async (entity: string, entityId: number) =>
    (await db.auditEntry.findMany({ where: { entity, entityId }, orderBy: { id: 'asc' } })).map(
      ({ action, actorId, organizationId, before, after }) => ({ action, actorId, organizationId, before, after }),
    );

  return { make, home, elsewhere, client, foreign, people, someone, as, audited };
}

export type StaffScene = Awaited<ReturnType<typeof staffScene>>;
