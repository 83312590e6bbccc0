import type { ImportDocument, Order, Product, Rate, ServiceLevel } from './form/index.ts';
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
    ({ languages }, index) => void checkOnce(languages, `organizations[${index}].languages`, fieldErrors),
  );
  roles.forEach((role, index) => {
    for (const member of ['permissions', 'products', 'cities'] as const)
      checkOnce(role[member], `roles[${index}].${member}`, fieldErrors);
  });
  users.forEach((user, index) => {
    for (const member of ['roles', 'clients'] as const)
      checkOnce(user[member], `users[${index}].${member}`, fieldErrors);
  });
  suppliers.forEach(
    ({ permissions }, index) => void checkOnce(permissions, `suppliers[${index}].permissions`, fieldErrors),
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

function checkOnce(values: readonly unknown[], path: string, fieldErrors: FieldErrors): void {
  values.forEach((value, index) => {
    if (values.indexOf(value) !== index)
      fieldErrors.add(`${path}[${index}]`, `${JSON.stringify(value)} is a duplicate`);
  });
}

function checkLists(product: Product, path: string, fieldErrors: FieldErrors): void {
  for (const member of ['currencies', 'points', 'categories', 'images', 'labels'] as const)
    checkOnce(product[member], `${path}.${member}`, fieldErrors);
}

function checkLevel(product: Product, level: ServiceLevel, path: string, fieldErrors: FieldErrors): void {
  if (level.offerTimeEnd < level.offerTimeStart)
    fieldErrors.add(`${path}.offerTimeEnd`, 'must not be before offerTimeStart');
  const defaults = level.priceCategories.filter(({ isDefault }) => isDefault).length;
  if (level.priceCategories.length > 0 && defaults !== 1)
    fieldErrors.add(`${path}.priceCategories`, `expected one default category, there are ${defaults}`);
  if (level.pricingType === 'per_person' && defaults === 0)
    fieldErrors.add(`${path}.priceCategories`, 'a service level that is sold per person needs price categories');
  level.priceCategories.forEach((category, i) => {
    if (category.ageMax < category.ageMin)
      fieldErrors.add(`${path}.priceCategories[${i}].ageMax`, 'must not be less than ageMin');
  });
  level.rates.forEach((rate, i) => void checkRate(product, level, rate, `${path}.rates[${i}]`, fieldErrors));
  level.schedules.forEach((schedule, i) => void checkSchedule(level, schedule, `${path}.schedules[${i}]`, fieldErrors));
  if (level.pickup)
    checkOnce(
      level.pickup.times.map((time) => time.getTime()),
      `${path}.pickup.times`,
      fieldErrors,
    );
}

function checkRate(product: Product, level: ServiceLevel, rate: Rate, path: string, fieldErrors: FieldErrors): void {
  if (rate.validFrom && rate.validTo && rate.validTo < rate.validFrom)
    fieldErrors.add(`${path}.validTo`, 'must not be before validFrom');
  checkOnce(rate.weekdays, `${path}.weekdays`, fieldErrors);
  checkOnce(
    rate.prices.map(({ priceCategory, currency }) => `${priceCategory ?? 'item'} in ${currency}`),
    `${path}.prices`,
    fieldErrors,
  );
  rate.prices.forEach(({ currency, priceCategory }, i) => {
    if (!product.currencies.includes(currency))
      fieldErrors.add(`${path}.prices[${i}].currency`, 'must be one of the currencies of the product');
    if (level.pricingType === 'per_person' && priceCategory === null)
      fieldErrors.add(`${path}.prices[${i}].priceCategory`, 'is required if it is sold per person');
    if (level.pricingType === 'per_item' && priceCategory !== null)
      fieldErrors.add(`${path}.prices[${i}].priceCategory`, 'must be null if it is sold per item');
  });
}

function checkSchedule(
  level: ServiceLevel,
  schedule: ServiceLevel['schedules'][number],
  path: string,
  fieldErrors: FieldErrors,
): void {
  const { validFrom, validTo, startTime, endTime } = schedule;
  checkOnce(schedule.weekdays, `${path}.weekdays`, fieldErrors);
  if (validFrom && validTo && validTo < validFrom) fieldErrors.add(`${path}.validTo`, 'must not be before validFrom');
  const type = level.availabilityType;
  if ((type === 'per_slot' || type === 'per_time') && !startTime)
    fieldErrors.add(`${path}.startTime`, `is required for ${type}`);
  if (type === 'per_slot' && !endTime) fieldErrors.add(`${path}.endTime`, 'is required for per_slot');
  if (type === 'daily' && (startTime || endTime))
    fieldErrors.add(`${path}.startTime`, 'a daily departure has no times');
  if (type === 'pass' && (startTime || endTime)) fieldErrors.add(`${path}.startTime`, 'a pass has no times');
}

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
