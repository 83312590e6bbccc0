'use client';

import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useCommands } from '#components/keyboard/commands.ts';
import { useGo } from '#components/leaving/use-go.ts';
import { OnDemand } from '#components/on-demand.tsx';
import { type OrderFilters, viewQueryOf } from '../order-filters.ts';
import { viewHref, viewsQuery } from './views-query.ts';

const load = () => import('./views-menu.tsx').then((module) => module.ViewsMenu);
const SaveView = dynamic(() => import('./save-view.tsx').then((module) => module.SaveView), { ssr: false });
const ManageViews = dynamic(() => import('./manage-views.tsx').then((module) => module.ManageViews), { ssr: false });

/** The saved views: filters, sort and columns under a name. A view is a query string, so it is also a link. */
export function SavedViews({ filters }: { filters: OrderFilters }) {
  const { t } = useLingui();
  const go = useGo();
  const [shown, setShown] = useState<'save' | 'manage'>();
  const { data: views = [] } = useQuery(viewsQuery());
  const present = viewQueryOf(filters);
  const current = views.find(({ query }) => query === present);
  const close = () => setShown(undefined);
  useCommands('views', [
    ...views.map(({ name, query }) => ({ does: t`View: ${name}`, run: () => go(viewHref(query)) })),
    { does: t`Save this list as a view`, run: () => setShown('save') },
  ]);
  const button = (
    <Button
      variant={current ? 'light' : 'default'}
      fw={500}
      px="sm"
      maw={260}
      leftSection={<IconBookmark size={16} aria-hidden />}
      rightSection={<IconChevronDown size={14} aria-hidden />}
    >
      {current ? t`View: ${{ name: current.name }}` : t`Views`}
    </Button>
  );
  return (
    <>
      <OnDemand button={button} opens="menu" load={load} props={{ views, current, present, show: setShown }} />
      {shown === 'save' && <SaveView query={present} close={close} />}
      {shown === 'manage' && <ManageViews views={views} query={present} close={close} />}
    </>
  );
}
