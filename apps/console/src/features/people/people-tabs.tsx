'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import classes from './people-tabs.module.css';

const PAGES = [
  { path: '/people', label: 'People' },
  { path: '/people/roles', label: 'Roles' },
];

/** The tabs for people and roles. */
export function PeopleTabs() {
  const pathname = usePathname();
  return (
    <nav className={classes.tabs} aria-label="People and roles">
      {PAGES.map(({ path, label }) => (
        <Link key={path} href={path} className={classes.tab} aria-current={pathname === path ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
