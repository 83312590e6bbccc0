'use client';

import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconCheck, IconChevronDown, IconPlus, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useCommands } from '#components/keyboard/commands.ts';
import { type OrderFilters, viewQueryOf } from '../order-filters.ts';
import { type SavedView, viewsQuery } from './views-query.ts';

const SaveView = dynamic(() => import('./save-view.tsx').then((module) => module.SaveView), { ssr: false });
const ManageViews = dynamic(() => import('./manage-views.tsx').then((module) => module.ManageViews), { ssr: false });

/** Lists that were given a name: filters, sort and columns. A view is an address, so it is also a link. */
export function SavedViews({ filters }: { filters: OrderFilters }) {
  const router = useRouter();
  const [shown, setShown] = useState<'save' | 'manage'>();
  const { data: views = [] } = useQuery(viewsQuery());
  const present = viewQueryOf(filters);
  const current = views.find(({ query }) => query === present);
  const own = views.filter(({ isOwn }) => isOwn);
  const others = views.filter(({ isOwn }) => !isOwn);
  const close = () => setShown(undefined);
  useCommands('Views of orders', [
    ...views.map(({ name, query }) => ({ does: `View: ${name}`, run: () => router.push(hrefOf(query)) })),
    { does: 'Save this list as a view', run: () => setShown('save') },
  ]);
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={270}>
        <Menu.Target>
          <Button
            variant={current ? 'light' : 'default'}
            fw={500}
            px="sm"
            maw={260}
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {current ? `View: ${current.name}` : 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
          <Menu.Item component={Link} href="/orders" prefetch={false} rightSection={present === '' && <Check />}>
            All orders, newest first
          </Menu.Item>
          <Views label="Your views" views={own} current={current} />
          <Views label="Shared by others" views={others} current={current} />
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setShown('save')}>
            Save this list as a view
          </Menu.Item>
          {views.some(({ mayChange }) => mayChange) && (
            <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setShown('manage')}>
              Change views
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {shown === 'save' && <SaveView query={present} close={close} />}
      {shown === 'manage' && <ManageViews views={views} query={present} close={close} />}
    </>
  );
}

const hrefOf = (query: string) => (query === '' ? '/orders' : `/orders?${query}`);
const Check = () => <IconCheck size={16} aria-label="Shown now" />;

type ViewsProps = { label: string; views: SavedView[]; current: SavedView | undefined };

const Views = ({ label, views, current }: ViewsProps) =>
  views.length > 0 && (
    <>
      <Menu.Divider />
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          component={Link}
          href={hrefOf(view.query)}
          prefetch={false}
          rightSection={view === current && <Check />}
        >
          {view.name}
        </Menu.Item>
      ))}
    </>
  );
