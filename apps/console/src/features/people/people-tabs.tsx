'use client';

import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { usePathname } from 'next/navigation';
import { Link } from '#components/link.tsx';
import classes from './people-tabs.module.css';

const PAGES = [
  { path: '/people', label: msg`People` },
  { path: '/people/roles', label: msg`Roles` },
];

/** The tabs for people and roles. */
export function PeopleTabs() {
  const { t } = useLingui();
  const pathname = usePathname();
  return (
    <nav className={classes.tabs} aria-label={t`People and roles`}>
      {PAGES.map(({ path, label }) => (
        <Link key={path} href={path} className={classes.tab} aria-current={pathname === path ? 'page' : undefined}>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
