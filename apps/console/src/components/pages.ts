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
  label: string;
  icon: Icon;
  /** The right needed to see the link; everybody sees it if absent. The queries of the page enforce access. */
  needs?: Right;
  /** False for pages that are reached from another page and from the palette. */
  inMenu?: boolean;
};

/** The pages of the console in menu order. */
export const PAGES: ConsolePage[] = [
  { path: '/', label: 'Overview', icon: IconLayoutDashboard },
  { path: '/orders', label: 'Orders', icon: IconReceipt },
  { path: '/dispatch', label: 'Dispatch', icon: IconSteeringWheel, needs: 'console' },
  { path: '/dispatch/rules', label: 'Dispatch rules', icon: IconAdjustments, needs: 'console', inMenu: false },
  { path: '/batches', label: 'Batches', icon: IconStack2, needs: 'console' },
  { path: '/catalogue', label: 'Catalogue', icon: IconTicket },
  { path: '/people', label: 'People', icon: IconUsers },
  { path: '/tags', label: 'Tags', icon: IconTags },
  { path: '/webhooks', label: 'Webhooks', icon: IconWebhook },
  { path: '/audit', label: 'Audit log', icon: IconHistory, needs: 'administer' },
];

/** The pages for a viewer with these rights. */
export const pagesFor = (rights: readonly Right[]): ConsolePage[] =>
  PAGES.filter(({ needs }) => needs === undefined || rights.includes(needs));
