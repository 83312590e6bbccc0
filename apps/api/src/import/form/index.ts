import { z } from 'zod';
import { category, media, product, supplier } from './catalog.ts';
import { order } from './orders.ts';
import { client, currency, language, organization, permission, role, travelTime, user } from './people.ts';
import { city, country, point } from './places.ts';

const some = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).default([]);

/**
 * The import form: a whole business as one JSON document. Every section is optional; records that it refers to must
 * then be in the database from an earlier import. docs/import.md describes it for operators.
 */
export const importForm = z.strictObject({
  currencies: some(currency),
  languages: some(language),
  permissions: some(permission),
  organizations: some(organization),
  countries: some(country),
  cities: some(city),
  points: some(point),
  travelTimes: some(travelTime),
  categories: some(category),
  media: some(media),
  suppliers: some(supplier),
  clients: some(client),
  roles: some(role),
  users: some(user),
  products: some(product),
  orders: some(order),
});

/** A document that matches the form. */
export type ImportDocument = z.output<typeof importForm>;

export type Product = ImportDocument['products'][number];
export type ServiceLevel = Product['serviceLevels'][number];
export type Rate = ServiceLevel['rates'][number];
export type Order = ImportDocument['orders'][number];
export type Booking = NonNullable<Order['booking']>;
