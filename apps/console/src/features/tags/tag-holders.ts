import { createSerializer } from 'nuqs/server';
import { parseAsSetOf, parseAsText } from '#lib/url-parsers.ts';
import type { TagHolder } from './tag-use-query.ts';

/** As the list of orders takes them. */
const withTags = createSerializer({ tags: parseAsSetOf(parseAsText) });

type Look = {
  label: string;
  /** The list of the things that carry a tag, where the console has one that can be asked for it. */
  list?: (key: string, value: string) => string;
};

/** What carries tags, in the order in which it is offered. */
export const HOLDERS: Record<TagHolder, Look> = {
  orders: { label: 'Orders', list: (key, value) => withTags('/orders', { tags: [`${key}:${value}`] }) },
  bookings: { label: 'Bookings' },
  transfers: { label: 'Transfers' },
  products: {
    label: 'Products',
    list: (key, value) => `/catalogue?${new URLSearchParams({ tag: `${key}:${value}` })}`,
  },
  categories: { label: 'Categories' },
  cities: { label: 'Cities' },
  users: { label: 'People' },
  roles: { label: 'Roles' },
  clients: { label: 'Clients' },
  suppliers: { label: 'Suppliers' },
};

export const HOLDER_NAMES = Object.keys(HOLDERS) as TagHolder[];
