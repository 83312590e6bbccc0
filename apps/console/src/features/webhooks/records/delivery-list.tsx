'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { IconRepeat, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useCallback, useState } from 'react';
import { ListEmpty } from '#components/list/list-empty.tsx';
import { ListPaging } from '#components/list/list-paging.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { useListFilters } from '#components/list/use-list-filters.ts';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { UnknownFilters } from '#components/unknown-filters.tsx';
import { deliveryFilterParsers, isNarrowed, PAGE_SIZES, SEARCH_HINT } from '../record-filters.ts';
import { deliveriesQuery } from './deliveries-query.ts';
import { DeliveriesTable } from './deliveries-table.tsx';
import classes from './delivery-list.module.css';
import { RecordToolbar } from './record-toolbar.tsx';

const RedeliverChosen = dynamic(
  () => import('../redeliver/redeliver-chosen.tsx').then((module) => module.RedeliverChosen),
  { ssr: false },
);

const NONE: ReadonlySet<number> = new Set();

/** The deliveries that match the filters in the URL, of all endpoints or of one, with a selection to send again. */
export function DeliveryList({ endpointId }: { endpointId?: number }) {
  const { t } = useLingui();
  const { filters, settled, change, clear } = useListFilters(deliveryFilterParsers);
  const timeZone = useOrganizationTimeZone();
  const [chosen, setChosen] = useState(NONE);
  const [isAsking, setAsking] = useState(false);
  const count = chosen.size;
  const isOfOne = endpointId !== undefined;
  const requested = { ...settled, ...(isOfOne ? { endpoint: endpointId } : {}) };
  const query = useQuery(deliveriesQuery(requested, timeZone));
  const isStale = query.isPlaceholderData || settled.q !== filters.q;

  const choose = useCallback((ids: number[], isChosen: boolean) => {
    setChosen((former) => {
      const next = new Set(former);
      for (const id of ids) isChosen ? next.add(id) : next.delete(id);
      return next;
    });
  }, []);

  return (
    <>
      <UnknownFilters parsers={deliveryFilterParsers} />
      <RecordToolbar
        label={t`deliveries`}
        search={t`Search deliveries`}
        filters={filters}
        change={change}
        clear={clear}
        isBusy={isStale && query.isFetching}
        isReady={query.data !== undefined && !isStale}
        withEndpoint={!isOfOne}
      />
      {count > 0 && (
        <Group role="toolbar" aria-label={t`Selected deliveries`} className={classes.chosen} gap="sm">
          <Text size="sm" fw={550}>
            <Plural value={count} one="# selected" other="# selected" />
          </Text>
          <Button size="compact-sm" leftSection={<IconRepeat size={15} aria-hidden />} onClick={() => setAsking(true)}>
            <Trans>Send again…</Trans>
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setChosen(NONE)}>
            <Trans>Clear the selection</Trans>
          </Button>
        </Group>
      )}
      {isAsking && (
        <RedeliverChosen
          ids={[...chosen]}
          close={() => setAsking(false)}
          onDone={() => {
            setAsking(false);
            setChosen(NONE);
          }}
        />
      )}
      <ListResult forbidden={t`You may not see the deliveries`} query={query}>
        {(data) =>
          data.webhookDeliveries.length > 0 ? (
            <>
              <DeliveriesTable
                deliveries={data.webhookDeliveries}
                caption={t`Deliveries, newest first`}
                chosen={chosen}
                choose={choose}
                withEndpoint={!isOfOne}
                isStale={isStale}
                isWide
              />
              <ListPaging
                label={t`Pages of deliveries`}
                meta={data.webhookDeliveriesMeta}
                turnTo={(page) => change({ page })}
                sizes={{
                  label: t`Deliveries per page`,
                  all: PAGE_SIZES,
                  current: filters.perPage,
                  choose: (perPage) => change({ perPage }),
                }}
              />
            </>
          ) : (
            <ListEmpty
              title={t`No deliveries match`}
              meta={data.webhookDeliveriesMeta}
              isNarrowed={isNarrowed(filters)}
              clear={clear}
              turnTo={(page) => change({ page })}
              hint={t(SEARCH_HINT)}
            >
              <StatePanel icon={IconWebhook} title={t`No deliveries yet`}>
                {isOfOne
                  ? t`The endpoint receives an event for the next change of an order. Use “Send a test” to check it now.`
                  : t`Each change of an order is delivered to the endpoints that may receive it.`}
              </StatePanel>
            </ListEmpty>
          )
        }
      </ListResult>
    </>
  );
}
