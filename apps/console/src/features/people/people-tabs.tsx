'use client';

import { Tabs } from '@mantine/core';
import { usePathname, useRouter } from 'next/navigation';

const PAGES = [
  { path: '/people', label: 'People' },
  { path: '/people/roles', label: 'Roles' },
];

/** The two lists about people. */
export function PeopleTabs() {
  const pathname = usePathname();
  const router = useRouter();
  return (
    <Tabs value={pathname} onChange={(path) => path && router.push(path)} px={{ base: 'md', sm: 'lg' }} pb="sm">
      <Tabs.List aria-label="People and roles">
        {PAGES.map(({ path, label }) => (
          <Tabs.Tab key={path} value={path} aria-controls={undefined}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
