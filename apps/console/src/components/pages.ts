import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  type Icon,
  IconAdjustments,
  IconHistory,
  IconLayoutDashboard,
  IconReceipt,
  IconStack2,
  IconSteeringWheel,
  IconTags,
  IconTicket,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { Right } from './rights.tsx';

export type ConsolePage = {
  path: string;
  label: MessageDescriptor;
  icon: Icon;
  /** The right needed to see the link; everybody sees it if absent. The queries of the page enforce access. */
  needs?: Right;
  /** False for pages that are reached from another page and from the palette. */
  inMenu?: boolean;
};

/** The pages of the console in menu order. */
export const PAGES: ConsolePage[] = [
  { path: '/', label: msg`Overview`, icon: IconLayoutDashboard },
  { path: '/orders', label: msg`Orders`, icon: IconReceipt },
  { path: '/orders/new', label: msg`New order`, icon: IconReceipt, needs: 'book', inMenu: false },
  { path: '/dispatch', label: msg`Dispatch`, icon: IconSteeringWheel, needs: 'console' },
  { path: '/dispatch/hand-over', label: msg`Hand jobs over`, icon: IconSteeringWheel, needs: 'console', inMenu: false },
  { path: '/dispatch/rules', label: msg`Dispatch rules`, icon: IconAdjustments, needs: 'console', inMenu: false },
  { path: '/batches', label: msg`Batches`, icon: IconStack2, needs: 'console' },
  { path: '/catalogue', label: msg`Catalogue`, icon: IconTicket },
  { path: '/people', label: msg`People`, icon: IconUsers },
  { path: '/tags', label: msg`Tags`, icon: IconTags },
  { path: '/webhooks', label: msg`Webhooks`, icon: IconWebhook },
  { path: '/audit', label: msg`Audit log`, icon: IconHistory, needs: 'administer' },
];

/** The pages for a viewer with these rights. */
export const pagesFor = (rights: readonly Right[]): ConsolePage[] =>
  PAGES.filter(({ needs }) => needs === undefined || rights.includes(needs));
