import {
  type Icon,
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
import type { Right } from '#components/rights.tsx';

export type ConsolePage = {
  path: string;
  label: string;
  icon: Icon;
  /** Who is shown the way there; everybody where it is left out. The page itself is guarded by what it reads. */
  needs?: Right;
};

/** The sections of the console, in the order of the menu. */
export const PAGES: ConsolePage[] = [
  { path: '/', label: 'Overview', icon: IconLayoutDashboard },
  { path: '/orders', label: 'Orders', icon: IconReceipt },
  { path: '/dispatch', label: 'Dispatch', icon: IconSteeringWheel, needs: 'console' },
  { path: '/batches', label: 'Batches', icon: IconStack2, needs: 'console' },
  { path: '/catalogue', label: 'Catalogue', icon: IconTicket },
  { path: '/people', label: 'People', icon: IconUsers },
  { path: '/tags', label: 'Tags', icon: IconTags },
  { path: '/webhooks', label: 'Webhooks', icon: IconWebhook },
  { path: '/audit', label: 'Audit log', icon: IconHistory, needs: 'administer' },
];

/** The sections for somebody with these rights. */
export const pagesFor = (rights: readonly Right[]): ConsolePage[] =>
  PAGES.filter(({ needs }) => needs === undefined || rights.includes(needs));
