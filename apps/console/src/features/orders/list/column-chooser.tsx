'use client';

import { Button, Popover, Skeleton } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import type { ColumnListProps } from './column-list.tsx';

const ColumnList = dynamic(() => import('./column-list.tsx').then((module) => module.ColumnList), {
  loading: () => <Skeleton height={320} width={250} />,
});

/** Says which columns are shown, and in which order. The one that leads to the order stays. */
export function ColumnChooser(props: ColumnListProps) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="sm" fw={500} px="sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Columns">
        <ColumnList {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
