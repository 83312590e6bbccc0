'use client';

import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { OnDemand } from '#components/on-demand.tsx';
import type { ColumnListProps } from './column-list.tsx';

const load = () => import('./column-list.tsx').then((module) => module.ColumnPopover);

/** Selects the columns and their order. The column that links to the order can't be removed. */
export function ColumnChooser(props: ColumnListProps) {
  const button = (
    <Button variant="default" size="sm" fw={500} px="sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
      <Trans>Columns</Trans>
    </Button>
  );
  return <OnDemand button={button} opens="dialog" load={load} props={props} />;
}
