'use client';

import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useEffect } from 'react';
import { useCommands } from '#components/keyboard/commands.ts';
import { useGo } from '#components/leaving/use-go.ts';
import { Link } from '#components/link.tsx';
import { useLocale, useOrganizationTimeZone } from '#components/regional.tsx';
import { formatCount } from '#lib/format.ts';
import { orderFilterParsers } from '../order-filters.ts';
import { lastOrder } from './last-order.ts';
import { type Place, placeQuery } from './neighbours-query.ts';

/** Links to the previous and next order of the list in the URL; hidden if the order was not opened from a list. */
export function OrderStepper({ orderId }: { orderId: number }) {
  const { t } = useLingui();
  const locale = useLocale();
  const go = useGo();
  const [filters] = useQueryStates(orderFilterParsers);
  const client = useQueryClient();
  const query = placeQuery(orderId, filters, useOrganizationTimeZone());
  const { data: place } = useQuery(query);
  useEffect(() => {
    lastOrder.id = orderId;
  }, [orderId]);
  // A key pressed before the neighbours are loaded waits for them, so that fast stepping loses no step.
  const step = (where: 'previous' | 'next') => async () => {
    const to = (await client.ensureQueryData(query).catch(() => null))?.[where];
    if (to) go(to.href);
  };
  useCommands('order', [
    { does: t`Next order of the list`, keys: 'j', run: step('next') },
    { does: t`Previous order of the list`, keys: 'k', run: step('previous') },
  ]);
  if (!place) return null;
  return (
    <Group component="nav" aria-label={t`Orders of the list`} gap={4} wrap="nowrap">
      <Text size="sm" c="dimmed" className="tabular" mr={4}>
        {formatCount(locale, place.position)}
      </Text>
      <Step label={t`Previous order`} to={place.previous} icon={<IconChevronUp size={18} aria-hidden />} />
      <Step label={t`Next order`} to={place.next} icon={<IconChevronDown size={18} aria-hidden />} />
    </Group>
  );
}

type StepProps = { label: string; to: Place['next']; icon: React.ReactNode };

const Step = ({ label, to, icon }: StepProps) =>
  to ? (
    <ActionIcon component={Link} href={to.href} variant="default" aria-label={label} title={label}>
      {icon}
    </ActionIcon>
  ) : (
    <ActionIcon variant="default" aria-label={label} disabled>
      {icon}
    </ActionIcon>
  );
