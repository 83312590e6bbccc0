import { randomBytes } from 'node:crypto';
import { endLogins, hashPassword, verifyPassword } from '@channel/auth';
import { inTransaction, type PrismaClient } from '@channel/prisma';
import { demoLogins, publishedPassword } from '@channel/prisma/demo';

/** A demo login with a password that is shown once. */
export type NewLogin = { email: string; password: string };

/** 96 random bits, in characters that terminals and forms accept unchanged. */
export const randomPassword = (): string => randomBytes(12).toString('base64url');

/** A demo user whose password is public. */
export type PublishedLogin = { id: number; email: string };

/** The demo users who still have the password that the README publishes. */
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

/** Sets random passwords for users, and ends their logins. */
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
