import { createSessions } from '@channel/auth';
import { createPrisma } from '@channel/prisma';
import { accessTokenOf } from '../world/load-world.ts';

/** The credentials of the callers that load the API and of those that measure it. */
export type Callers = {
  /** Bearers of many users of the larger organization. */
  many: string[];
  /** Bearers of users who sell through the partner's role. */
  sellers: string[];
  /** The session cookies of staff. */
  cookies: string[];
  /** A bearer with the permission for any GraphQL operation. */
  admin: string;
};

/** The maximum number of each. */
const MAX = 12;

/** Signs in users of the demo world. */
export async function signInMany(connectionString: string): Promise<Callers> {
  const db = createPrisma({ connectionString, poolSize: 1 });
  try {
    const sessions = createSessions({ db, idleMinutes: 60, absoluteHours: 24, secure: false });
    const userOf = (username: string) => db.user.findFirstOrThrow({ where: { username }, include: { roles: true } });
    const [staff, partner, admin] = [await userOf('staff'), await userOf('partner'), await userOf('admin')];
    const holding = async ({ roles }: typeof staff) => {
      const held = { some: { roleId: { in: roles.map(({ roleId }) => roleId) } } };
      return (await db.user.findMany({ where: { roles: held }, orderBy: { id: 'asc' }, take: MAX })).map(
        ({ id }) => id,
      );
    };
    const bearers = async (ids: number[]) => {
      const all: string[] = [];
      for (const id of ids) all.push(`Bearer ${await accessTokenOf(db, id)}`);
      return all;
    };
    const cookies: string[] = [];
    for (const id of await holding(staff)) cookies.push((await sessions.signIn(id)).setCookie.split(';')[0] ?? '');
    const sellers = await bearers(await holding(partner));
    return {
      many: [...sellers, ...(await bearers(await holding(staff)))],
      sellers,
      cookies,
      admin: (await bearers([admin.id]))[0] ?? '',
    };
  } finally {
    await db.$disconnect();
  }
}
