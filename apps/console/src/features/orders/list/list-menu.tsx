'use client';

import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useCommands } from '#components/keyboard/commands.ts';
import { OnDemand } from '#components/on-demand.tsx';
import type { OrderFilters } from '../order-filters.ts';

const load = () => import('./list-menu-items.tsx').then((module) => module.ListMenuItems);
const V1Dialog = dynamic(() => import('../v1-dialog.tsx').then((module) => module.V1Dialog), { ssr: false });
const ExportDialog = dynamic(() => import('../export/export-dialog.tsx').then((module) => module.ExportDialog), {
  ssr: false,
});

type ListMenuProps = { filters: OrderFilters; total: number | undefined };

/** The menu of actions on the whole list. */
export function ListMenu({ filters, total }: ListMenuProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState<'v1' | 'export'>();
  const close = () => setShown(undefined);
  useCommands('orders', [
    { does: t`Export these orders as CSV`, run: () => setShown('export') },
    { does: t`Show the v1 request for this list`, run: () => setShown('v1') },
  ]);
  const button = (
    <ActionIcon variant="default" size={36} aria-label={t`More actions for this list`}>
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      <OnDemand button={button} opens="menu" load={load} props={{ show: setShown }} />
      {shown === 'v1' && <V1Dialog filters={filters} close={close} />}
      {shown === 'export' && <ExportDialog filters={filters} total={total} close={close} />}
    </>
  );
}
