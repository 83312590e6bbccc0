'use client';

import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { CloseButton, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSearchParams } from 'next/navigation';
import type { ComponentProps } from 'react';
import { type UnknownValue, unknownValues, withoutValue } from '#lib/url-parsers.ts';

/** The author of a link controls the number and the length of its values. */
const MAX_SHOWN = 5;
const MAX_CHARACTERS = 100;

type UnknownFiltersProps = { parsers: Parameters<typeof unknownValues>[0] };

/** Names the values in the URL that the page does not know and ignores; each can be removed. */
export function UnknownFilters({ parsers }: UnknownFiltersProps) {
  const { i18n } = useLingui();
  const search = useSearchParams();
  const unknown = unknownValues(parsers, search);
  if (unknown.length === 0) return null;
  const remove = (value: UnknownValue) => {
    // The address may have changed since the last render.
    const query = withoutValue(new URLSearchParams(window.location.search), value);
    window.history.replaceState(null, '', query ? `?${query}` : window.location.pathname);
  };
  return (
    <Group component="ul" aria-label={t(i18n)`Ignored filters`} {...LIST}>
      {unknown.slice(0, MAX_SHOWN).map((one) => (
        <Group key={`${one.name} ${one.value}`} component="li" gap={6} wrap="nowrap" align="flex-start">
          <IconAlertTriangle size={16} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {ignoredText(i18n, one)}
          </Text>
          <CloseButton size={24} aria-label={removeText(i18n, one)} onClick={() => remove(one)} />
        </Group>
      ))}
    </Group>
  );
}

const LIST = {
  m: 0,
  px: { base: 'md', sm: 'lg' },
  py: 4,
  gap: 'xs',
  style: { listStyle: 'none' },
} satisfies ComponentProps<typeof Group>;

const shortened = (value: string) => (value.length > MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS)}…` : value);

function removeText(i18n: I18n, { name, value: whole }: UnknownValue): string {
  const value = shortened(whole);
  return t(i18n)`Remove “${value}” of “${name}” from the address`;
}

function ignoredText(i18n: I18n, { name, value: whole }: UnknownValue): string {
  const value = shortened(whole);
  switch (name) {
    case 'status':
    case 'statuses':
      return t(i18n)`“${value}” is not a status; it is ignored.`;
    case 'activity':
    case 'ordered':
    case 'booked':
    case 'from':
    case 'to':
    case 'day':
      return t(i18n)`“${value}” is not a date; it is ignored.`;
    case 'month':
      return t(i18n)`“${value}” is not a month; it is ignored.`;
    case 'columns':
      return t(i18n)`“${value}” is not a column; it is ignored.`;
    case 'sort':
      return t(i18n)`“${value}” is not an order of the list; it is ignored.`;
    case 'page':
      return t(i18n)`“${value}” is not a page number; it is ignored.`;
    case 'perPage':
      return t(i18n)`“${value}” is not a size of pages; it is ignored.`;
    default:
      return t(i18n)`“${value}” is not a value of “${name}”; it is ignored.`;
  }
}
