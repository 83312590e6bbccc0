import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconAdjustments, IconChevronLeft, IconChevronRight, IconPrinter, IconUserOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { addDays, isDay } from '#lib/format.ts';
import { type BoardAddress, SPANS, VIEWS } from './board-address.ts';

type DispatchToolbarProps = {
  /** The first day shown. */
  from: string;
  today: string;
  address: BoardAddress;
  change: (change: Partial<BoardAddress>) => void;
};

/** Selects the days and the role (drivers or guides). */
export function DispatchToolbar({ from, today, address: { days, view }, change }: DispatchToolbarProps) {
  const { t } = useLingui();
  return (
    <Group px={{ base: 'md', sm: 'lg' }} pb="md" gap="sm">
      <Group gap={4} role="group" aria-label={t`Days`} wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t`Earlier`}
          onClick={() => change({ from: addDays(from, -days) })}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <TextInput
          type="date"
          aria-label={t`First day`}
          value={from}
          onChange={({ currentTarget }) => isDay(currentTarget.value) && change({ from: currentTarget.value })}
        />
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t`Later`}
          onClick={() => change({ from: addDays(from, days) })}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        <Button variant="default" px="sm" disabled={from === today} onClick={() => change({ from: null })}>
          <Trans>Today</Trans>
        </Button>
      </Group>
      <NativeSelect
        aria-label={t`Number of days`}
        value={String(days)}
        data={SPANS.map((span) => ({
          value: String(span),
          label: t`${plural(span, { one: '# day', other: '# days' })}`,
        }))}
        onChange={({ currentTarget }) =>
          change({ days: SPANS.find((span) => String(span) === currentTarget.value) ?? 1 })
        }
      />
      <SegmentedControl
        aria-label={t`Drivers or guides`}
        data={[
          { value: 'drivers', label: t`Drivers` },
          { value: 'guides', label: t`Guides` },
        ]}
        value={view}
        onChange={(value) => change({ view: VIEWS.find((one) => one === value) ?? 'drivers' })}
      />
      <LinkButton
        href={`/dispatch/manifest?day=${from}&view=${view}`}
        leftSection={<IconPrinter size={16} aria-hidden />}
      >
        <Trans>Manifest</Trans>
      </LinkButton>
      <LinkButton href={`/dispatch/hand-over?from=${from}`} leftSection={<IconUserOff size={16} aria-hidden />}>
        <Trans>Hand over</Trans>
      </LinkButton>
      <LinkButton href="/dispatch/rules" leftSection={<IconAdjustments size={16} aria-hidden />}>
        <Trans>Rules</Trans>
      </LinkButton>
    </Group>
  );
}
