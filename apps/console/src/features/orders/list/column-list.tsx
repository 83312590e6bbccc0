'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { OpensAt } from '#components/on-demand.tsx';
import { DEFAULT_COLUMNS, ORDER_COLUMN_IDS, type OrderColumnId } from '../order-column-ids.ts';
import type { ChangeFilters } from '../order-filters.ts';
import { ORDER_COLUMNS } from './order-columns.tsx';

export type ColumnListProps = { columns: OrderColumnId[]; change: ChangeFilters };

/** The list of columns in a popover. */
export const ColumnPopover = ({ button, opened, setOpened, ...props }: ColumnListProps & OpensAt) => {
  const { t } = useLingui();
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p={0} aria-label={t`Columns`}>
        <ColumnList {...props} />
      </Popover.Dropdown>
    </Popover>
  );
};

/** The shown columns with buttons to move them, and the hidden columns. */
function ColumnList({ columns, change }: ColumnListProps) {
  const { t } = useLingui();
  const set = (next: OrderColumnId[]) => change({ columns: next.includes('id') ? next : ['id', ...next] });
  const hidden = ORDER_COLUMN_IDS.filter((id) => !columns.includes(id));
  const moved = (id: OrderColumnId, step: number) => {
    const next = columns.filter((one) => one !== id);
    next.splice(columns.indexOf(id) + step, 0, id);
    return next;
  };
  return (
    <Stack gap={2} p="sm" miw={250} mah="60dvh" style={{ overflowY: 'auto' }}>
      {columns.map((id, index) => (
        <Group key={id} justify="space-between" wrap="nowrap" gap="xs" mih={30}>
          <Checkbox
            label={t(ORDER_COLUMNS[id].header)}
            checked
            disabled={id === 'id'}
            onChange={() => set(columns.filter((one) => one !== id))}
          />
          <Group gap={2} wrap="nowrap">
            <Move
              label={t`Move ${{ column: t(ORDER_COLUMNS[id].header) }} to the left`}
              isPossible={index > 0}
              onClick={() => set(moved(id, -1))}
              icon={<IconChevronUp size={16} aria-hidden />}
            />
            <Move
              label={t`Move ${{ column: t(ORDER_COLUMNS[id].header) }} to the right`}
              isPossible={index < columns.length - 1}
              onClick={() => set(moved(id, 1))}
              icon={<IconChevronDown size={16} aria-hidden />}
            />
          </Group>
        </Group>
      ))}
      <Text size="xs" c="dimmed" mt="xs">
        <Trans>Not shown</Trans>
      </Text>
      {hidden.map((id) => (
        <Group key={id} mih={30}>
          <Checkbox label={t(ORDER_COLUMNS[id].header)} checked={false} onChange={() => set([...columns, id])} />
        </Group>
      ))}
      <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => set(DEFAULT_COLUMNS)}>
        <Trans>Default columns</Trans>
      </Button>
    </Stack>
  );
}

type MoveProps = { label: string; isPossible: boolean; onClick: () => void; icon: React.ReactNode };

const Move = ({ label, isPossible, onClick, icon }: MoveProps) => (
  <ActionIcon variant="subtle" color="gray" size={26} aria-label={label} disabled={!isPossible} onClick={onClick}>
    {icon}
  </ActionIcon>
);
