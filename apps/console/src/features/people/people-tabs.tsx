'use client';

import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { usePathname } from 'next/navigation';
import { Link } from '#components/link.tsx';
import { useViewer } from '#lib/viewer.ts';
import classes from './people-tabs.module.css';

const PAGES = [
  { path: '/people', label: msg`People` },
  { path: '/people/roles', label: msg`Roles` },
  { path: '/people/service-accounts', label: msg`Service accounts`, isForAdministrators: true },
  { path: '/people/personal-data', label: msg`Personal data`, isForAdministrators: true },
];

/** The tabs for people, roles and, for administrators, service accounts and the personal data of guests. */
export function PeopleTabs() {
  const { t } = useLingui();
  const pathname = usePathname();
  const mayAdminister = useViewer()?.rights.includes('administer') ?? false;
  return (
    <nav className={classes.tabs} aria-label={t`People and roles`}>
      {PAGES.filter(({ isForAdministrators }) => !isForAdministrators || mayAdminister).map(({ path, label }) => (
        <Link key={path} href={path} className={classes.tab} aria-current={pathname === path ? 'page' : undefined}>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
