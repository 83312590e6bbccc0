import { randomBytes } from 'node:crypto';
import { endLogins, hashPassword, verifyPassword } from '@channel/auth';
import { inTransaction, type PrismaClient } from '@channel/prisma';
import { demoLogins, publishedPassword } from '@channel/prisma/demo';

/** A demo login with a password that is told once. */
export type NewLogin = { email: string; password: string };

/** 96 bits, of letters that a terminal and a form take as they are. */
export const randomPassword = (): string => randomBytes(12).toString('base64url');

/** A user of the demo world whose password everybody knows. */
export type PublishedLogin = { id: number; email: string };

/** The users of the demo world that open with the password that the README tells. */
export async function publishedLogins(db: PrismaClient): Promise<PublishedLogin[]> {
  const users = await db.user.findMany({
    where: { email: { in: demoLogins.map(({ email }) => email) }, disabledAt: null },
    select: { id: true, email: true, passwordHash: true },
    orderBy: { id: 'asc' },
  });
  const published: PublishedLogin[] = [];
  for (const { id, email, passwordHash } of users) {
    const login = demoLogins.find((one) => one.email === email);
    if (login && (await verifyPassword(passwordHash, publishedPassword(login)))) published.push({ id, email });
  }
  return published;
}

/** Gives users random passwords; whoever is logged in with the former ones is logged out. */
export async function renewPasswords(db: PrismaClient, users: PublishedLogin[], now: Date): Promise<NewLogin[]> {
  const renewed = await Promise.all(
    users.map(async ({ id, email }) => {
      const password = randomPassword();
      return { id, email, password, passwordHash: await hashPassword(password) };
    }),
  );
  await inTransaction(db, async (tx) => {
    for (const { id, passwordHash } of renewed) {
      await tx.user.update({ where: { id }, data: { passwordHash } });
      await endLogins(tx, id, now, 'password');
    }
  });
  return renewed.map(({ email, password }) => ({ email, password }));
}
