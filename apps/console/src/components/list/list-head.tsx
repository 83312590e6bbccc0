import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

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
  const { i18n } = useLingui();
  return (
    <Group px={{ base: 'md', sm: 'lg' }} pt={{ base: 'md', sm: 'lg' }} pb="sm" justify="space-between">
      <Group gap="sm" align="baseline">
        <Title order={1}>{title}</Title>
        <Text role="status" c="dimmed" size="sm" className="tabular">
          {total !== undefined && totalText(i18n, total, isNarrowed)}
        </Text>
      </Group>
      {acts && <Group gap="xs">{acts}</Group>}
    </Group>
  );
}

function totalText(i18n: I18n, total: number, isNarrowed: boolean): string {
  if (total === 0) return isNarrowed ? t(i18n)`none match` : t(i18n)`none yet`;
  return isNarrowed
    ? t(i18n)`${plural(total, { one: '# match', other: '# matches' })}`
    : t(i18n)`${plural(total, { one: '# in total', other: '# in total' })}`;
}
