import type { Prisma } from '../../generated/client/client.ts';
import type { Parents } from './parents.ts';

type OrganizationColumns = Partial<Omit<Prisma.OrganizationUncheckedCreateInput, 'languages'>>;
type RoleColumns = Partial<Omit<Prisma.RoleUncheckedCreateInput, 'permissions' | 'products' | 'cities'>>;
type UserColumns = Partial<Omit<Prisma.UserUncheckedCreateInput, 'roles' | 'clients'>>;

const CURRENCIES: Record<string, { symbol: string; name: string }> = {
  EUR: { symbol: '€', name: 'Euro' },
  USD: { symbol: '$', name: 'US dollar' },
  NOK: { symbol: 'kr', name: 'Norwegian krone' },
};
const LANGUAGES: Record<string, string> = { en: 'English', nl: 'Nederlands', de: 'Deutsch' };

/** Organizations, clients, roles and users. By default they belong to one shared organization. */
export function peopleFactories({ db, next, shared }: Parents) {
  const currency = (code = 'EUR') =>
    shared(`currency ${code}`, () =>
      db.currency.create({ data: { code, ...(CURRENCIES[code] ?? { symbol: code, name: code }) } }),
    );
  const language = (code: string) =>
    shared(`language ${code}`, () => db.language.create({ data: { code, name: LANGUAGES[code] ?? code } }));
  const permission = (name: string) =>
    shared(`permission ${name}`, () => db.permission.create({ data: { name, description: `May: ${name}` } }));

  /** With its currency and its languages, the first of which is the default. */
  async function organization({
    languages = ['en', 'nl'],
    ...columns
  }: OrganizationColumns & { languages?: string[] } = {}) {
    const { code: currencyCode } = await currency(columns.currencyCode ?? 'EUR');
    for (const code of languages) await language(code);
    return db.organization.create({
      data: {
        name: `Organization ${next()}`,
        timeZone: 'Europe/Amsterdam',
        vatPercentage: 21,
        ...columns,
        currencyCode,
        languages: {
          create: languages.map((languageCode, position) => ({ languageCode, position, isDefault: position === 0 })),
        },
      },
    });
  }
  const home = () => shared('organization', () => organization({ name: 'Home' }));

  async function client(columns: Partial<Prisma.ClientUncheckedCreateInput> = {}) {
    const organizationId = columns.organizationId ?? (await home()).id;
    return db.client.create({ data: { name: `Client ${next()}`, ...columns, organizationId } });
  }

  /** Sells on the account of its own new client, unless given. */
  async function role({
    permissions = [],
    products = [],
    cities = [],
    ...columns
  }: RoleColumns & { permissions?: string[]; products?: number[]; cities?: number[] } = {}) {
    const organizationId = columns.organizationId ?? (await home()).id;
    const clientId = columns.clientId === undefined ? (await client({ organizationId })).id : columns.clientId;
    for (const name of permissions) await permission(name);
    return db.role.create({
      data: {
        name: `Role ${next()}`,
        ...columns,
        organizationId,
        clientId,
        permissions: { create: permissions.map((permissionName) => ({ permissionName })) },
        products: { create: products.map((productId) => ({ productId })) },
        cities: { create: cities.map((cityId) => ({ cityId })) },
      },
    });
  }

  /** Holds these roles and belongs to these clients. */
  async function user({
    roles = [],
    clients = [],
    ...columns
  }: UserColumns & { roles?: number[]; clients?: number[] } = {}) {
    const number = next();
    return db.user.create({
      data: {
        name: `User ${number}`,
        email: `user${number}@example.com`,
        username: `user${number}`,
        ...columns,
        roles: { create: roles.map((roleId) => ({ roleId })) },
        clients: { create: clients.map((clientId) => ({ clientId })) },
      },
    });
  }

  /** A user with a new role that has these permissions. */
  async function userWith(permissions: string[], more: Parameters<typeof role>[0] = {}) {
    const held = await role({ ...more, permissions });
    return { ...(await user({ roles: [held.id] })), role: held };
  }

  return { currency, language, permission, organization, home, client, role, user, userWith };
}

export type PeopleFactories = ReturnType<typeof peopleFactories>;
