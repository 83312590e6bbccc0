'use client';

import { useLingui } from '@lingui/react/macro';
import { usePathname } from 'next/navigation';
import { Link } from '#components/link.tsx';
import { pagesFor } from '#components/pages.ts';
import { useRights } from '#components/rights.tsx';
import classes from './shell.module.css';

/** The navigation links of the pages that the viewer may use. */
export function Navigation() {
  const { t } = useLingui();
  const pathname = usePathname();
  const shown = pagesFor(useRights()).filter(({ inMenu }) => inMenu !== false);
  return shown.map(({ path, label, icon: Icon }) => {
    const isHere = pathname === path || pathname.startsWith(`${path}/`);
    return (
      <Link key={path} href={path} aria-current={isHere ? 'page' : undefined} className={classes.link}>
        <Icon size={18} stroke={1.7} aria-hidden />
        {t(label)}
      </Link>
    );
  });
}
