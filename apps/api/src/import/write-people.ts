import type { ImportDocument } from './form/index.ts';
import { adopt, type ImportRun, itemsOf } from './import-run.ts';
import { inChunks } from './records.ts';
import { writeSharedTags, writeTags } from './write-tags.ts';

/** Writes roles with their permissions, products and cities. The former ones of a changed role are replaced. */
export async function writeRoles(run: ImportRun, { roles }: ImportDocument): Promise<void> {
  const { tx } = run;
  const items = itemsOf('roles', roles);
  const there = await tx.role.findMany({ select: { id: true, organizationId: true, name: true } });
  adopt(run, 'role', items, ({ organization, name }) => {
    const organizationId = run.id('organization', organization);
    return there.find((row) => row.organizationId === organizationId && row.name === name)?.id;
  });
  const { created, changed, touched } = await run.plan('role', items);
  const row = ({ organization, client, name, description }: ImportDocument['roles'][number]) => ({
    organizationId: run.id('organization', organization),
    clientId: run.idOrNull('client', client),
    name,
    description,
  });
  await inChunks(created, (chunk) =>
    tx.role.createMany({ data: chunk.map(({ id, record }) => ({ id, ...row(record) })) }),
  );
  for (const { id, record } of changed) await tx.role.update({ where: { id }, data: row(record) });

  const of = { where: { roleId: { in: changed.map(({ id }) => id) } } };
  await tx.rolePermission.deleteMany(of);
  await tx.roleProduct.deleteMany(of);
  await tx.roleCity.deleteMany(of);
  const permissions = touched.flatMap(({ id, record }) =>
    record.permissions.map((permissionName) => ({ roleId: id, permissionName })),
  );
  const products = touched.flatMap(({ id, record }) =>
    record.products.map((key) => ({ roleId: id, productId: run.id('product', key) })),
  );
  const cities = touched.flatMap(({ id, record }) =>
    record.cities.map((key) => ({ roleId: id, cityId: run.id('city', key) })),
  );
  await inChunks(permissions, (data) => tx.rolePermission.createMany({ data }));
  await inChunks(products, (data) => tx.roleProduct.createMany({ data }));
  await inChunks(cities, (data) => tx.roleCity.createMany({ data }));
  await writeTags(
    run,
    'roleId',
    touched.map(({ id, record, path }) => ({
      id,
      organizationId: run.id('organization', record.organization),
      tags: record.tags,
      path: `${path}.tags`,
    })),
  );
}

/**
 * Hashes of the passwords of users, by their keys. They are computed before the transaction, because hashing is slow.
 */
export type PasswordHashes = ReadonlyMap<string, string>;

/** Writes users with their roles and clients. The password of a user who has one is never changed. */
export async function writeUsers(run: ImportRun, { users }: ImportDocument, passwords: PasswordHashes): Promise<void> {
  const { tx } = run;
  // Passwords are not part of the hashed content, because a fast hash of them must not be stored.
  const items = itemsOf('users', users).map((item) => ({ ...item, content: { ...item.record, password: undefined } }));
  await adoptUsers(run, items);
  const { created, changed, touched } = await run.plan('user', items);
  const row = ({ name, email, username, photo }: ImportDocument['users'][number]) => ({
    name,
    email,
    username,
    photoId: run.idOrNull('media', photo),
  });
  await inChunks(created, (chunk) =>
    tx.user.createMany({
      data: chunk.map(({ id, record }) => ({
        id,
        ...row(record),
        createdAt: run.now,
        emailVerifiedAt: record.emailVerified ? run.now : null,
        passwordHash: passwords.get(record.key) ?? null,
      })),
    }),
  );
  for (const { id, record } of changed) {
    await tx.user.update({ where: { id }, data: row(record) });
    const passwordHash = passwords.get(record.key);
    if (passwordHash) await tx.user.updateMany({ where: { id, passwordHash: null }, data: { passwordHash } });
    if (record.emailVerified)
      await tx.user.updateMany({ where: { id, emailVerifiedAt: null }, data: { emailVerifiedAt: run.now } });
  }
  const of = { where: { userId: { in: changed.map(({ id }) => id) } } };
  await tx.userRole.deleteMany(of);
  await tx.clientMember.deleteMany(of);
  const held = touched.flatMap(({ id, record }) =>
    record.roles.map((key) => ({ userId: id, roleId: run.id('role', key) })),
  );
  const members = touched.flatMap(({ id, record }) =>
    record.clients.map((key) => ({ userId: id, clientId: run.id('client', key) })),
  );
  await inChunks(held, (data) => tx.userRole.createMany({ data }));
  await inChunks(members, (data) => tx.clientMember.createMany({ data }));
  await writeCalendars(run, touched);
  await writeSharedTags(run, 'userId', touched);
}

/** Writes the calendars of users. That of an organization that a changed user names is replaced. */
async function writeCalendars(
  run: ImportRun,
  users: readonly { id: number; record: ImportDocument['users'][number] }[],
): Promise<void> {
  const calendars = users.flatMap(({ id: userId, record }) =>
    Object.entries(record.calendars).map(([key, calendar]) => ({
      of: { userId, organizationId: run.id('organization', key) },
      calendar,
    })),
  );
  for (const { of } of calendars) {
    await run.tx.workingHours.deleteMany({ where: of });
    await run.tx.absence.deleteMany({ where: of });
  }
  await inChunks(
    calendars.flatMap(({ of, calendar }) =>
      calendar.workingHours.map(({ weekday, from, to }) => ({ ...of, weekday, startTime: from, endTime: to })),
    ),
    (data) => run.tx.workingHours.createMany({ data }),
  );
  await inChunks(
    calendars.flatMap(({ of, calendar }) =>
      calendar.absences.map(({ from, until, reason }) => ({ ...of, startsAtLocal: from, endsAtLocal: until, reason })),
    ),
    (data) => run.tx.absence.createMany({ data }),
  );
}

type UserItem = { key: string; path: string; record: ImportDocument['users'][number] };

/** Adopts users with the same e-mail address; a user name of another user is a field error. */
async function adoptUsers(run: ImportRun, items: readonly UserItem[]): Promise<void> {
  const rows = await run.tx.$queryRaw<{ id: number; email: string; username: string }[]>`
    SELECT id, lower(email) AS email, lower(username) AS username FROM "user"
    WHERE lower(email) = ANY (${items.map(({ record }) => record.email.toLowerCase())})
      OR lower(username) = ANY (${items.map(({ record }) => record.username.toLowerCase())})`;
  adopt(run, 'user', items, ({ email }) => rows.find((row) => row.email === email.toLowerCase())?.id);
  for (const { key, record, path } of items) {
    const own = run.records.find('user', key)?.id;
    const taken = (member: 'email' | 'username') =>
      rows.some((row) => row[member] === record[member].toLowerCase() && row.id !== own);
    if (taken('email')) run.fieldErrors.add(`${path}.email`, 'belongs to another user');
    if (taken('username')) run.fieldErrors.add(`${path}.username`, 'belongs to another user');
  }
  run.fieldErrors.throwIfAny();
}
