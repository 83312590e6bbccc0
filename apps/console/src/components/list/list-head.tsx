import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { countText } from '#lib/count-text.ts';

type ListHeadProps = {
  title: string;
  /** Number of entries; undefined while loading. */
  total: number | undefined;
  isNarrowed: boolean;
  /** Actions on the whole list. */
  acts?: ReactNode;
};

/** The heading of a list with the number of entries and the actions. */
export function ListHead({ title, total, isNarrowed, acts }: ListHeadProps) {
  return (
    <Group px={{ base: 'md', sm: 'lg' }} pt={{ base: 'md', sm: 'lg' }} pb="sm" justify="space-between">
      <Group gap="sm" align="baseline">
        <Title order={1}>{title}</Title>
        <Text role="status" c="dimmed" size="sm" className="tabular">
          {total !== undefined && totalText(total, isNarrowed)}
        </Text>
      </Group>
      {acts && <Group gap="xs">{acts}</Group>}
    </Group>
  );
}

function totalText(total: number, isNarrowed: boolean): string {
  if (total === 0) return isNarrowed ? 'none match' : 'none yet';
  if (!isNarrowed) return `${total.toLocaleString('en')} in total`;
  return countText(total, { one: '# match', other: '# matches' });
}
