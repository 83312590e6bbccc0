import { categories } from './catalog/categories.ts';
import type { ProductPlan } from './catalog/plan.ts';
import { type Product, product } from './catalog/product.ts';
import { norway, officeOnly, onOffer, unpublished } from './catalog/products/index.ts';
import { northernSuppliers, suppliers } from './catalog/suppliers.ts';
import { homeChannels, northChannels } from './orders/channels.ts';
import { orders, type RequiredOrder } from './orders/index.ts';
import { clients } from './people/clients.ts';
import type { DemoLogin } from './people/logins.ts';
import { currencies, home, languages, north, organizations, permissions } from './people/organizations.ts';
import { roles } from './people/roles.ts';
import { users } from './people/users.ts';
import { picture } from './picture.ts';
import { cities, northernCities } from './places/cities.ts';
import { countryNames } from './places/countries.ts';
import { northernPoints, points } from './places/points.ts';
import { createRandom, type Random } from './random.ts';
import { inLanguages } from './text.ts';

export { type DemoLogin, demoLogins, publishedPassword } from './people/logins.ts';

/**
 * The parameters of the demo world: the seed of its random numbers, and the day `YYYY-MM-DD` to which it is relative.
 */
export type DemoOptions = {
  seed?: number;
  today: string;
  /** The password of each login; default: that of the README. */
  passwordOf?: (login: DemoLogin) => string | null;
};

const SEED = 1;

/** Full and nearly full departures, and a family of eight. */
const requiredOrders: RequiredOrder[] = [
  { product: 'amsterdam-canal-ring-cruise', level: 'classic', inDays: 9, persons: 8 },
  { product: 'delft-blue-painting', level: 'tile', inDays: 12, persons: 8 },
  { product: 'delft-blue-painting', level: 'tile', inDays: 6, persons: 5 },
  { product: 'amsterdam-private-saloon-boat', level: 'dinner', inDays: 8, persons: 2 },
  { product: 'sonoma-private-wine-day', level: 'car', inDays: 10, persons: 4, quantity: 2 },
  { product: 'rhine-valley-chauffeur', level: 'car', inDays: 5, persons: 3, quantity: 4 },
];

/**
 * The demo world as a document of the import form (docs/import.md): two organizations with people, places, catalogue
 * and orders, relative to `today`. The same options always give the same document.
 */
export function demoWorld({ seed = SEED, today, passwordOf }: DemoOptions) {
  const random = createRandom(seed);
  const people = users(today, passwordOf);
  const homePlans = [...onOffer, ...unpublished, ...officeOnly];
  const catalogue = [...listed(homePlans, home), ...listed(norway, north)].map(({ plan, organization }) => ({
    plan,
    record: product(plan, { organization, today, random }),
  }));
  const belongTo = (organization: string) => catalogue.filter(({ record }) => record.organization === organization);
  const sold = (role: string) => roles.find(({ key }) => key === role)?.products ?? [];
  return {
    currencies,
    languages,
    permissions,
    organizations,
    countries: Object.entries(countryNames).map(([code, name]) => ({ code, ...inLanguages({ name }) })),
    cities: [...places(cities, home, random), ...places(northernCities, north, random)],
    points: Object.entries({ ...points, ...northernPoints }).map(([key, point]) => ({ key, ...point })),
    categories: Object.entries(categories).map(([key, { title, icon }], index) => ({
      key,
      ...inLanguages({ title }),
      tags: { [home]: { icon, position: index + 1 }, ...(index % 4 === 0 ? { [north]: { icon } } : {}) },
    })),
    media: [...people.portraits, ...catalogue.flatMap(({ record }) => productMedia(record))],
    suppliers: [...supplierRecords(suppliers, home), ...supplierRecords(northernSuppliers, north)],
    clients,
    roles,
    users: people.users,
    products: catalogue.map(({ record }) => record),
    orders: [
      ...orders(
        { random: random.fork(home), today, channels: homeChannels, sold, products: belongTo(home), count: 400 },
        requiredOrders,
        2,
      ),
      ...orders(
        { random: random.fork(north), today, channels: northChannels, sold, products: belongTo(north), count: 16 },
        [],
        0,
      ),
    ],
  };
}

export type DemoWorld = ReturnType<typeof demoWorld>;

const productMedia = ({ banner, thumbnail, images }: Product) =>
  [banner, thumbnail, ...images].map((key) => picture(key));

const listed = (plans: readonly ProductPlan[], organization: string) => plans.map((plan) => ({ plan, organization }));

function places(all: typeof cities, organization: string, random: Random) {
  return Object.entries(all).map(([key, { country, timeZone, name, tags }]) => ({
    key,
    country,
    timeZone,
    ...inLanguages({ name }),
    tags: { [organization]: { ...tags, ...(random.fork(key).chance(0.3) ? { 'sales-focus': 'spring' } : {}) } },
  }));
}

function supplierRecords(all: typeof suppliers, organization: string) {
  return Object.entries(all).map(([key, { name, description, permissions: granted, tags }]) => ({
    key,
    organization,
    name,
    ...inLanguages({ description }),
    permissions: granted,
    tags,
  }));
}
