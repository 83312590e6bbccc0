import type { ImportDocument } from './form/index.ts';
import type { Kind } from './records.ts';

/** Kinds of records that are identified by their own code. */
export type Code = 'currency' | 'language' | 'countryCode' | 'permission';

type Declare = (kind: Kind | Code, key: string, path: string) => void;

/** Calls `declare` for every key and code of a document, with its path in the file. */
export function declareAll(document: ImportDocument, declare: Declare): void {
  document.currencies.forEach(({ code }, index) => void declare('currency', code, `currencies[${index}].code`));
  document.languages.forEach(({ code }, index) => void declare('language', code, `languages[${index}].code`));
  document.permissions.forEach(({ name }, index) => void declare('permission', name, `permissions[${index}].name`));
  document.countries.forEach(({ code }, index) => void declare('countryCode', code, `countries[${index}].code`));
  const sections = {
    organizations: 'organization',
    cities: 'city',
    points: 'point',
    categories: 'category',
    media: 'media',
    suppliers: 'supplier',
    clients: 'client',
    roles: 'role',
    users: 'user',
    products: 'product',
    orders: 'order',
  } as const;
  for (const [section, kind] of Object.entries(sections)) {
    const records: readonly { key: string }[] = document[section as keyof typeof sections];
    records.forEach(({ key }, index) => void declare(kind, key, `${section}[${index}].key`));
  }
  document.products.forEach((product, p) => {
    product.serviceLevels.forEach((level, l) => {
      const name = `${product.key}/${level.key}`;
      const path = `products[${p}].serviceLevels[${l}]`;
      declare('serviceLevel', name, `${path}.key`);
      level.priceCategories.forEach(
        ({ key }, i) => void declare('priceCategory', `${name}/${key}`, `${path}.priceCategories[${i}].key`),
      );
      level.rates.forEach(({ key }, i) => void declare('rate', `${name}/${key}`, `${path}.rates[${i}].key`));
      level.schedules.forEach(
        ({ key }, i) => void declare('schedule', `${name}/${key}`, `${path}.schedules[${i}].key`),
      );
    });
  });
}
