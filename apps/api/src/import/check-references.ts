import type { Tx } from '@channel/prisma';
import { type Code, declareAll } from './declare-keys.ts';
import type { ImportDocument } from './form/index.ts';
import type { FieldErrors } from './import-errors.ts';
import type { Kind, Records } from './records.ts';

/** Checks that a record is in the file or was imported earlier. */
type Refer = (kind: Kind | Code, key: string | null, path: string) => void;

/** Checks that keys are unique, and that every key and code that the document refers to exists. */
export async function checkReferences(
  document: ImportDocument,
  records: Records,
  tx: Tx,
  fieldErrors: FieldErrors,
): Promise<void> {
  const known = await knownCodes(tx);
  const own = new Set<string>();
  const declare = (kind: Kind | Code, key: string, path: string) => {
    const name = `${kind} ${key}`;
    if (own.has(name)) fieldErrors.add(path, `"${key}" is a duplicate`);
    own.add(name);
  };
  const refer: Refer = (kind, key, path) => {
    if (key === null || own.has(`${kind} ${key}`) || known.has(`${kind} ${key}`)) return;
    if (isKind(kind) && records.find(kind, key)) return;
    fieldErrors.add(path, `there is no ${kind === 'countryCode' ? 'country' : kind} "${key}"`);
  };
  declareAll(document, declare);
  referFromPeople(document, refer);
  referFromCatalog(document, refer);
  referFromOrders(document, refer);
}

const isKind = (kind: Kind | Code): kind is Kind =>
  !['currency', 'language', 'countryCode', 'permission'].includes(kind);

async function knownCodes(tx: Tx): Promise<Set<string>> {
  const [currencies, languages, permissions, countries] = [
    await tx.currency.findMany({ select: { code: true } }),
    await tx.language.findMany({ select: { code: true } }),
    await tx.permission.findMany({ select: { name: true } }),
    await tx.country.findMany({ select: { code: true } }),
  ];
  return new Set([
    ...currencies.map(({ code }) => `currency ${code.trim()}`),
    ...languages.map(({ code }) => `language ${code.trim()}`),
    ...permissions.map(({ name }) => `permission ${name}`),
    ...countries.map(({ code }) => `countryCode ${code.trim()}`),
  ]);
}

/** References of organizations, roles, users and places. */
function referFromPeople(
  { organizations, cities, points, travelTimes, clients, roles, users, categories }: ImportDocument,
  refer: Refer,
): void {
  organizations.forEach(({ currency, languages }, index) => {
    refer('currency', currency, `organizations[${index}].currency`);
    languages.forEach((code, i) => void refer('language', code, `organizations[${index}].languages[${i}]`));
  });
  cities.forEach(({ country, tags }, index) => {
    refer('countryCode', country, `cities[${index}].country`);
    referTags(tags, `cities[${index}]`, refer);
  });
  points.forEach(({ city }, index) => void refer('city', city, `points[${index}].city`));
  travelTimes.forEach(({ organization, from, to }, index) => {
    refer('organization', organization, `travelTimes[${index}].organization`);
    refer('city', from, `travelTimes[${index}].from`);
    refer('city', to, `travelTimes[${index}].to`);
  });
  categories.forEach(({ tags }, index) => void referTags(tags, `categories[${index}]`, refer));
  clients.forEach(
    ({ organization }, index) => void refer('organization', organization, `clients[${index}].organization`),
  );
  roles.forEach((role, index) => {
    const path = `roles[${index}]`;
    refer('organization', role.organization, `${path}.organization`);
    refer('client', role.client, `${path}.client`);
    role.permissions.forEach((name, i) => void refer('permission', name, `${path}.permissions[${i}]`));
    role.products.forEach((key, i) => void refer('product', key, `${path}.products[${i}]`));
    role.cities.forEach((key, i) => void refer('city', key, `${path}.cities[${i}]`));
  });
  users.forEach((user, index) => {
    const path = `users[${index}]`;
    refer('media', user.photo, `${path}.photo`);
    user.roles.forEach((key, i) => void refer('role', key, `${path}.roles[${i}]`));
    user.clients.forEach((key, i) => void refer('client', key, `${path}.clients[${i}]`));
    referTags(user.tags, path, refer);
    for (const organization of Object.keys(user.calendars))
      refer('organization', organization, `${path}.calendars.${organization}`);
  });
}

const referTags = (tags: Record<string, unknown>, path: string, refer: Refer): void => {
  for (const organization of Object.keys(tags)) refer('organization', organization, `${path}.tags.${organization}`);
};

function referFromCatalog({ suppliers, products }: ImportDocument, refer: Refer): void {
  suppliers.forEach(({ organization, permissions }, index) => {
    refer('organization', organization, `suppliers[${index}].organization`);
    permissions.forEach((name, i) => void refer('permission', name, `suppliers[${index}].permissions[${i}]`));
  });
  products.forEach((product, index) => {
    const path = `products[${index}]`;
    refer('organization', product.organization, `${path}.organization`);
    refer('supplier', product.supplier, `${path}.supplier`);
    refer('city', product.city, `${path}.city`);
    refer('point', product.location, `${path}.location`);
    refer('media', product.banner, `${path}.banner`);
    refer('media', product.thumbnail, `${path}.thumbnail`);
    product.images.forEach((key, i) => void refer('media', key, `${path}.images[${i}]`));
    product.points.forEach((key, i) => void refer('point', key, `${path}.points[${i}]`));
    product.categories.forEach((key, i) => void refer('category', key, `${path}.categories[${i}]`));
    product.currencies.forEach((code, i) => void refer('currency', code, `${path}.currencies[${i}]`));
    product.serviceLevels.forEach((level, l) => {
      level.pickup?.places.forEach(
        ({ point }, i) => void refer('point', point, `${path}.serviceLevels[${l}].pickup.places[${i}].point`),
      );
      level.rates.forEach(({ prices }, r) => {
        prices.forEach(({ priceCategory }, i) => {
          const key = priceCategory === null ? null : `${product.key}/${level.key}/${priceCategory}`;
          refer('priceCategory', key, `${path}.serviceLevels[${l}].rates[${r}].prices[${i}].priceCategory`);
        });
      });
    });
  });
}

function referFromOrders({ orders }: ImportDocument, refer: Refer): void {
  orders.forEach((order, index) => {
    const path = `orders[${index}]`;
    refer('role', order.role, `${path}.role`);
    refer('client', order.client, `${path}.client`);
    for (const member of ['issuer', 'contactPerson', 'tourGuide'] as const)
      refer('user', order[member], `${path}.${member}`);
    refer('city', order.city, `${path}.city`);
    for (const member of ['pickup', 'dropoff'] as const) {
      refer('user', order[member]?.driver ?? null, `${path}.${member}.driver`);
      refer('point', order[member]?.point ?? null, `${path}.${member}.point`);
    }
    const { booking } = order;
    if (!booking) return;
    const level = `${booking.product}/${booking.serviceLevel}`;
    refer('serviceLevel', level, `${path}.booking.serviceLevel`);
    refer('rate', `${level}/${booking.rate}`, `${path}.booking.rate`);
    order.passengers.forEach(({ priceCategory }, i) => {
      refer(
        'priceCategory',
        priceCategory === null ? null : `${level}/${priceCategory}`,
        `${path}.passengers[${i}].priceCategory`,
      );
    });
  });
}
