import type { Faults } from './faults.ts';
import type { ImportDocument, Order, Product, Rate, ServiceLevel } from './form/index.ts';

/** Checks what the form alone can't say: values that must fit one another. Looks at nothing but the document. */
export function checkRules(document: ImportDocument, faults: Faults): void {
  checkPeople(document, faults);
  document.products.forEach((product, p) => {
    checkLists(product, `products[${p}]`, faults);
    product.serviceLevels.forEach(
      (level, l) => void checkLevel(product, level, `products[${p}].serviceLevels[${l}]`, faults),
    );
  });
  document.orders.forEach((order, index) => void checkOrder(order, `orders[${index}]`, faults));
}

function checkPeople(
  { organizations, cities, categories, suppliers, clients, roles, users, media }: ImportDocument,
  faults: Faults,
): void {
  organizations.forEach(
    ({ languages }, index) => void checkOnce(languages, `organizations[${index}].languages`, faults),
  );
  roles.forEach((role, index) => {
    for (const member of ['permissions', 'products', 'cities'] as const)
      checkOnce(role[member], `roles[${index}].${member}`, faults);
  });
  users.forEach((user, index) => {
    for (const member of ['roles', 'clients'] as const) checkOnce(user[member], `users[${index}].${member}`, faults);
  });
  suppliers.forEach(({ permissions }, index) => void checkOnce(permissions, `suppliers[${index}].permissions`, faults));
  const unlike = (section: string, names: string[], member: string) => {
    const seen = new Set<string>();
    names.forEach((name, index) => {
      if (seen.has(name)) faults.add(`${section}[${index}].${member}`, 'is the same as that of an earlier record');
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

function checkOnce(values: readonly unknown[], path: string, faults: Faults): void {
  values.forEach((value, index) => {
    if (values.indexOf(value) !== index) faults.add(`${path}[${index}]`, `${JSON.stringify(value)} is there twice`);
  });
}

function checkLists(product: Product, path: string, faults: Faults): void {
  for (const member of ['currencies', 'points', 'categories', 'images', 'labels'] as const)
    checkOnce(product[member], `${path}.${member}`, faults);
}

function checkLevel(product: Product, level: ServiceLevel, path: string, faults: Faults): void {
  if (level.offerTimeEnd < level.offerTimeStart) faults.add(`${path}.offerTimeEnd`, 'lies before offerTimeStart');
  const defaults = level.priceCategories.filter(({ isDefault }) => isDefault).length;
  if (level.priceCategories.length > 0 && defaults !== 1)
    faults.add(`${path}.priceCategories`, `expected one default category, there are ${defaults}`);
  if (level.pricingType === 'per_person' && defaults === 0)
    faults.add(`${path}.priceCategories`, 'what is sold per person needs price categories');
  level.priceCategories.forEach((category, i) => {
    if (category.ageMax < category.ageMin) faults.add(`${path}.priceCategories[${i}].ageMax`, 'is less than ageMin');
  });
  level.rates.forEach((rate, i) => void checkRate(product, level, rate, `${path}.rates[${i}]`, faults));
  level.schedules.forEach((schedule, i) => void checkSchedule(level, schedule, `${path}.schedules[${i}]`, faults));
  if (level.pickup)
    checkOnce(
      level.pickup.times.map((time) => time.getTime()),
      `${path}.pickup.times`,
      faults,
    );
}

function checkRate(product: Product, level: ServiceLevel, rate: Rate, path: string, faults: Faults): void {
  if (rate.validFrom && rate.validTo && rate.validTo < rate.validFrom)
    faults.add(`${path}.validTo`, 'lies before validFrom');
  checkOnce(rate.weekdays, `${path}.weekdays`, faults);
  checkOnce(
    rate.prices.map(({ priceCategory, currency }) => `${priceCategory ?? 'item'} in ${currency}`),
    `${path}.prices`,
    faults,
  );
  rate.prices.forEach(({ currency, priceCategory }, i) => {
    if (!product.currencies.includes(currency))
      faults.add(`${path}.prices[${i}].currency`, 'is not among the currencies of the product');
    if (level.pricingType === 'per_person' && priceCategory === null)
      faults.add(`${path}.prices[${i}].priceCategory`, 'is required where it is sold per person');
    if (level.pricingType === 'per_item' && priceCategory !== null)
      faults.add(`${path}.prices[${i}].priceCategory`, 'must be null where it is sold per item');
  });
}

function checkSchedule(
  level: ServiceLevel,
  schedule: ServiceLevel['schedules'][number],
  path: string,
  faults: Faults,
): void {
  const { validFrom, validTo, startTime, endTime } = schedule;
  checkOnce(schedule.weekdays, `${path}.weekdays`, faults);
  if (validFrom && validTo && validTo < validFrom) faults.add(`${path}.validTo`, 'lies before validFrom');
  const type = level.availabilityType;
  if ((type === 'per_slot' || type === 'per_time') && !startTime)
    faults.add(`${path}.startTime`, `is required for ${type}`);
  if (type === 'per_slot' && !endTime) faults.add(`${path}.endTime`, 'is required for per_slot');
  if (type === 'daily' && (startTime || endTime)) faults.add(`${path}.startTime`, 'a daily departure has no times');
  if (type === 'pass' && (startTime || endTime)) faults.add(`${path}.startTime`, 'a pass has no times');
}

function checkOrder(order: Order, path: string, faults: Faults): void {
  const { booking, status, createdAt, bookedAt, passengers } = order;
  if (status === 'Booked' && !bookedAt) faults.add(`${path}.bookedAt`, 'is required for an order that is Booked');
  if (status === 'Booked' && !booking) faults.add(`${path}.booking`, 'is required for an order that is Booked');
  if (bookedAt && bookedAt < createdAt) faults.add(`${path}.bookedAt`, 'lies before createdAt');
  if (order.updatedAt && order.updatedAt < createdAt) faults.add(`${path}.updatedAt`, 'lies before createdAt');
  if (order.holdUntil && status !== 'InCart')
    faults.add(`${path}.holdUntil`, 'only an order that is InCart holds places for a time');
  if (!booking && !order.city) faults.add(`${path}.city`, 'is required where there is no booking');
  if (booking && passengers.length === 0) faults.add(`${path}.passengers`, 'expected at least the leader');
  passengers.forEach((passenger, i) => {
    if (passenger.prices && booking?.prices)
      faults.add(`${path}.passengers[${i}].prices`, 'either the booking or the passengers have prices');
  });
}
