import { catalogueRules } from '@channel/graph';
import type { ImportDocument, Order, Product, ServiceLevel } from './form/index.ts';
import type { FieldErrors } from './import-errors.ts';

/** Checks rules that the form can't express: values that must be consistent. Reads only the document. */
export function checkRules(document: ImportDocument, fieldErrors: FieldErrors): void {
  checkPeople(document, fieldErrors);
  document.products.forEach((product, p) => {
    checkLists(product, `products[${p}]`, fieldErrors);
    product.serviceLevels.forEach(
      (level, l) => void checkLevel(product, level, `products[${p}].serviceLevels[${l}]`, fieldErrors),
    );
  });
  document.orders.forEach((order, index) => void checkOrder(order, `orders[${index}]`, fieldErrors));
}

function checkPeople(
  { organizations, cities, categories, suppliers, clients, roles, users, media }: ImportDocument,
  fieldErrors: FieldErrors,
): void {
  organizations.forEach(
    ({ languages }, index) =>
      void catalogueRules.checkOnce(languages, 'languages', below(`organizations[${index}]`, fieldErrors)),
  );
  roles.forEach((role, index) => {
    for (const member of ['permissions', 'products', 'cities'] as const)
      catalogueRules.checkOnce(role[member], member, below(`roles[${index}]`, fieldErrors));
  });
  users.forEach((user, index) => {
    for (const member of ['roles', 'clients'] as const)
      catalogueRules.checkOnce(user[member], member, below(`users[${index}]`, fieldErrors));
  });
  suppliers.forEach(
    ({ permissions }, index) =>
      void catalogueRules.checkOnce(permissions, 'permissions', below(`suppliers[${index}]`, fieldErrors)),
  );
  const unlike = (section: string, names: string[], member: string) => {
    const seen = new Set<string>();
    names.forEach((name, index) => {
      if (seen.has(name)) fieldErrors.add(`${section}[${index}].${member}`, 'is the same as that of an earlier record');
      seen.add(name);
    });
  };
  unlike(
    'organizations',
    organizations.map(({ name }) => name),
    'name',
  );
  unlike(
    'cities',
    cities.map(({ country, name }) => `${country} ${name}`),
    'name',
  );
  unlike(
    'categories',
    categories.map(({ title }) => title),
    'title',
  );
  unlike(
    'users',
    users.map(({ email }) => email.toLowerCase()),
    'email',
  );
  unlike(
    'users',
    users.map(({ username }) => username.toLowerCase()),
    'username',
  );
  unlike(
    'media',
    media.map(({ filename }) => filename),
    'filename',
  );
  for (const [section, records] of Object.entries({ suppliers, clients, roles })) {
    unlike(
      section,
      records.map(({ organization, name }) => `${organization} ${name}`),
      'name',
    );
  }
}

function checkLists(product: Product, path: string, fieldErrors: FieldErrors): void {
  for (const member of ['currencies', 'points', 'categories', 'images', 'labels'] as const)
    catalogueRules.checkOnce(product[member], member, below(path, fieldErrors));
}

function checkLevel(product: Product, level: ServiceLevel, path: string, fieldErrors: FieldErrors): void {
  catalogueRules.checkLevel(level, below(path, fieldErrors));
  level.rates.forEach(
    (rate, i) =>
      void catalogueRules.checkRate(
        rate,
        { pricingType: level.pricingType, currencies: product.currencies },
        below(`${path}.rates[${i}]`, fieldErrors),
      ),
  );
  level.schedules.forEach(
    (schedule, i) =>
      void catalogueRules.checkSchedule(
        schedule,
        level.availabilityType,
        below(`${path}.schedules[${i}]`, fieldErrors),
      ),
  );
  if (level.pickup)
    catalogueRules.checkOnce(
      level.pickup.times.map((time) => time.getTime()),
      'times',
      below(`${path}.pickup`, fieldErrors),
    );
}

/** Reports violations of a thing at its path in the file. */
const below = (path: string, fieldErrors: FieldErrors): catalogueRules.Violations => ({
  add: (steps, message) =>
    fieldErrors.add(
      `${path}${steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`,
      message,
    ),
});

function checkOrder(order: Order, path: string, fieldErrors: FieldErrors): void {
  const { booking, status, createdAt, bookedAt, passengers } = order;
  if (status === 'Booked' && !bookedAt) fieldErrors.add(`${path}.bookedAt`, 'is required for an order that is Booked');
  if (status === 'Booked' && !booking) fieldErrors.add(`${path}.booking`, 'is required for an order that is Booked');
  if (bookedAt && bookedAt < createdAt) fieldErrors.add(`${path}.bookedAt`, 'must not be before createdAt');
  if (order.updatedAt && order.updatedAt < createdAt)
    fieldErrors.add(`${path}.updatedAt`, 'must not be before createdAt');
  if (order.holdUntil && status !== 'InCart')
    fieldErrors.add(`${path}.holdUntil`, 'is allowed only for an order that is InCart');
  if (!booking && !order.city) fieldErrors.add(`${path}.city`, 'is required without a booking');
  if (booking && passengers.length === 0) fieldErrors.add(`${path}.passengers`, 'expected at least the leader');
  passengers.forEach((passenger, i) => {
    if (passenger.prices && booking?.prices)
      fieldErrors.add(
        `${path}.passengers[${i}].prices`,
        'either the booking or the passengers may have prices, not both',
      );
  });
}
