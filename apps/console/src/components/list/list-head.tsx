import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type ListHeadProps = {
  title: string;
  /** How many there are, once that is known. */
  total: number | undefined;
  isNarrowed: boolean;
  /** What can be done with the list as a whole. */
  acts?: ReactNode;
};

/** The heading of a list: what it holds, how much of it, and what can be done. */
export function ListHead({ title, total, isNarrowed, acts }: ListHeadProps) {
  return (
    <Group px={{ base: 'md', sm: 'lg' }} pt={{ base: 'md', sm: 'lg' }} pb="sm" justify="space-between">
      <Group gap="sm" align="baseline">
        <Title order={1}>{title}</Title>
        <Text role="status" c="dimmed" size="sm" className="tabular">
          {total !== undefined && countText(total, isNarrowed)}
        </Text>
      </Group>
      {acts && <Group gap="xs">{acts}</Group>}
    </Group>
  );
}

function countText(total: number, isNarrowed: boolean): string {
  if (total === 0) return isNarrowed ? 'none match' : 'none yet';
  return `${total.toLocaleString('en')}${isNarrowed ? (total === 1 ? ' matches' : ' match') : ' in all'}`;
}
