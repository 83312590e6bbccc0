'use client';

import { NavLink } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import classes from './shell.module.css';

const PAGES = [{ path: '/orders', label: 'Orders', icon: IconReceipt }];

/** The pages of the console. */
export function Navigation() {
  const pathname = usePathname();
  return PAGES.map(({ path, label, icon: Icon }) => {
    const isHere = pathname === path || pathname.startsWith(`${path}/`);
    return (
      <NavLink
        key={path}
        component={Link}
        href={path}
        label={label}
        leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        className={classes.link}
      />
    );
  });
}
