import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocale, useOrganizationTimeZone } from '#components/regional.tsx';
import { dateFormat } from '#lib/format.ts';
import { isLocalMinute, localMinute } from '#lib/local-minute.ts';

type Range = { from: string | null; to: string | null };
type TimeFilterProps = Range & { onChange: (range: Range) => void };

const HOUR = 3_600_000;
const SINCE = [
  { label: msg`Last hour`, hours: 1 },
  { label: msg`Last 24 hours`, hours: 24 },
  { label: msg`Last 7 days`, hours: 168 },
  { label: msg`Last 30 days`, hours: 720 },
];

/** Filters by a time range in the organization's time zone. */
export function TimeFilter({ from, to, onChange }: TimeFilterProps) {
  const { t, i18n } = useLingui();
  const [isOpen, { toggle, close, set }] = useDisclosure();
  const locale = useLocale();
  const timeZone = useOrganizationTimeZone();
  const text = rangeText(i18n, locale, { from, to });
  return (
    <Popover opened={isOpen} onChange={set} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={text ? 'light' : 'default'}
          fw={500}
          onClick={toggle}
          leftSection={<IconClock size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <span suppressHydrationWarning>{text ?? t`Any time`}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" maw="calc(100vw - 16px)" aria-label={t`Time`}>
        <Group align="flex-start" gap="md">
          <Stack gap={4}>
            {SINCE.map(({ label, hours }) => (
              <Button
                key={hours}
                variant="subtle"
                color="gray"
                size="compact-sm"
                justify="flex-start"
                onClick={() => {
                  onChange({ from: localMinute(new Date(Date.now() - hours * HOUR), timeZone), to: null });
                  close();
                }}
              >
                {t(label)}
              </Button>
            ))}
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              justify="flex-start"
              onClick={() => {
                onChange({ from: null, to: null });
                close();
              }}
            >
              <Trans>Any time</Trans>
            </Button>
          </Stack>
          <Stack gap="xs">
            <MinuteField label={t`From`} value={from} onChange={(minute) => onChange({ from: minute, to })} />
            <MinuteField label={t`Before`} value={to} onChange={(minute) => onChange({ from, to: minute })} />
            <Text size="xs" c="dimmed">
              <Trans>Times are in {timeZone}.</Trans>
            </Text>
          </Stack>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

type MinuteFieldProps = { label: string; value: string | null; onChange: (minute: string | null) => void };

/** An input for a local minute; reports a value as soon as it is complete. */
export function MinuteField({ label, value, onChange }: MinuteFieldProps) {
  const [typed, setTyped] = useState(value ?? '');
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={typed}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value.slice(0, 16);
        setTyped(text);
        if (text === '' || isLocalMinute(text)) onChange(text || null);
      }}
    />
  );
}

function rangeText(i18n: I18n, locale: string, { from, to }: Range): string | undefined {
  const format = dateFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  const [start, end] = [from, to].map((minute) => minute && format.format(new Date(`${minute}:00Z`)));
  if (start && end) return `${start} – ${end}`;
  if (start) return i18n._(msg`From ${start}`);
  return end ? i18n._(msg`Before ${end}`) : undefined;
}
