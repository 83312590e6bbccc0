import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { createSerializer } from 'nuqs/server';
import { parseAsSetOf, parseAsText } from '#lib/url-parsers.ts';
import type { TagHolder } from './tag-use-query.ts';

/** Serializes tags in the format of the order list. */
const withTags = createSerializer({ tags: parseAsSetOf(parseAsText) });

type Look = {
  label: MessageDescriptor;
  /** The label of the filter for tags on these resources. */
  filter: MessageDescriptor;
  /** The path of the list of resources with a tag, if the console has a list that filters by tag. */
  list?: (key: string, value: string) => string;
};

/** The kinds of resources that have tags, in display order. */
export const HOLDERS: Record<TagHolder, Look> = {
  orders: {
    label: msg`Orders`,
    filter: msg`On orders`,
    list: (key, value) => withTags('/orders', { tags: [`${key}:${value}`] }),
  },
  bookings: { label: msg`Bookings`, filter: msg`On bookings` },
  transfers: { label: msg`Transfers`, filter: msg`On transfers` },
  products: {
    label: msg`Products`,
    filter: msg`On products`,
    list: (key, value) => `/catalogue?${new URLSearchParams({ tag: `${key}:${value}` })}`,
  },
  categories: { label: msg`Categories`, filter: msg`On categories` },
  cities: { label: msg`Cities`, filter: msg`On cities` },
  users: { label: msg`People`, filter: msg`On people` },
  roles: { label: msg`Roles`, filter: msg`On roles` },
  clients: { label: msg`Clients`, filter: msg`On clients` },
  suppliers: { label: msg`Suppliers`, filter: msg`On suppliers` },
};

export const HOLDER_NAMES = Object.keys(HOLDERS) as TagHolder[];
