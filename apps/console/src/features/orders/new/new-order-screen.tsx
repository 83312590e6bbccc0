'use client';

import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '#components/link-button.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { dayIn } from '#lib/format.ts';
import { sellingRolesQuery } from '../sale/sale-query.ts';
import { NewOrderForm } from './new-order-form.tsx';

/** The page of a new order. */
export function NewOrderScreen() {
  const { t } = useLingui();
  const query = useQuery(sellingRolesQuery());
  const { data, error } = query;
  const today = dayIn(useOrganizationTimeZone(), new Date());
  const [first, ...others] = data ?? [];
  if (first) return <NewOrderForm roles={[first, ...others]} today={today} />;
  if (data)
    return (
      <StatePanel
        icon={IconReceiptOff}
        title={t`You may not book`}
        isPage
        action={<LinkButton href="/orders">{t`Back to the orders`}</LinkButton>}
      >
        {t`None of your roles has the permission to book and a client to sell to. An administrator can give you one.`}
      </StatePanel>
    );
  if (!error) return <Skeleton height={320} m="lg" />;
  const forbidden = t`You may not book`;
  return <ProblemPanel query={query} forbidden={forbidden} isPage />;
}
