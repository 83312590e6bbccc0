import { createSerializer } from 'nuqs/server';
import { parseAsSetOf, parseAsText } from '#lib/url-parsers.ts';
import type { TagHolder } from './tag-use-query.ts';

/** Serializes tags in the format of the order list. */
const withTags = createSerializer({ tags: parseAsSetOf(parseAsText) });

type Look = {
  label: string;
  /** The path of the list of resources with a tag, if the console has a list that filters by tag. */
  list?: (key: string, value: string) => string;
};

/** The kinds of resources that have tags, in display order. */
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
