'use client';

import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconRepeat, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { ListEmpty } from '#components/list/list-empty.tsx';
import { ListPaging } from '#components/list/list-paging.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { isNarrowed, PAGE_SIZES, SEARCH_HINT } from '../record-filters.ts';
import { deliveriesQuery } from './deliveries-query.ts';
import { DeliveriesTable } from './deliveries-table.tsx';
import classes from './delivery-list.module.css';
import { RecordToolbar } from './record-toolbar.tsx';
import { useDeliveryFilters } from './use-record-filters.ts';

const RedeliverChosen = dynamic(
  () => import('../redeliver/redeliver-chosen.tsx').then((module) => module.RedeliverChosen),
  { ssr: false },
);

const NONE: ReadonlySet<number> = new Set();

/** The deliveries that match the filters in the URL, of all endpoints or of one, with a selection to send again. */
export function DeliveryList({ endpointId }: { endpointId?: number }) {
  const { filters, change, clear } = useDeliveryFilters();
  const timeZone = useOrganizationTimeZone();
  const [chosen, setChosen] = useState(NONE);
  const [isAsking, setAsking] = useState(false);
  const [settled] = useDebouncedValue(filters.q, 200);
  const q = filters.q === '' ? '' : settled;
  const isOfOne = endpointId !== undefined;
  const requested = { ...filters, q, ...(isOfOne ? { endpoint: endpointId } : {}) };
  const query = useQuery(deliveriesQuery(requested, timeZone));
  const isStale = query.isPlaceholderData || q !== filters.q;

  const choose = (ids: number[], isChosen: boolean) =>
    setChosen((former) => {
      const next = new Set(former);
      for (const id of ids) isChosen ? next.add(id) : next.delete(id);
      return next;
    });

  return (
    <>
      <RecordToolbar
        name="deliveries"
        filters={filters}
        change={change}
        clear={clear}
        isBusy={query.isFetching && isStale}
        withEndpoint={!isOfOne}
      />
      {chosen.size > 0 && (
        <Group role="toolbar" aria-label="Selected deliveries" className={classes.chosen} gap="sm">
          <Text size="sm" fw={550}>
            {chosen.size} selected
          </Text>
          <Button size="compact-sm" leftSection={<IconRepeat size={15} aria-hidden />} onClick={() => setAsking(true)}>
            Send again…
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setChosen(NONE)}>
            Clear the selection
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
      <ListResult of="deliveries" query={query}>
        {(data) =>
          data.webhookDeliveries.length > 0 ? (
            <>
              <DeliveriesTable
                deliveries={data.webhookDeliveries}
                caption="Deliveries, newest first"
                chosen={chosen}
                choose={choose}
                withEndpoint={!isOfOne}
                isStale={isStale}
                isWide
              />
              <ListPaging
                of="deliveries"
                meta={data.webhookDeliveriesMeta}
                turnTo={(page) => change({ page })}
                sizes={{ all: PAGE_SIZES, current: filters.perPage, choose: (perPage) => change({ perPage }) }}
              />
            </>
          ) : (
            <ListEmpty
              of="deliveries"
              meta={data.webhookDeliveriesMeta}
              isNarrowed={isNarrowed(filters)}
              clear={clear}
              turnTo={(page) => change({ page })}
              hint={SEARCH_HINT}
            >
              <StatePanel icon={IconWebhook} title="No deliveries yet">
                {isOfOne
                  ? 'The endpoint receives an event for the next change of an order. Use “Send a test” to check it now.'
                  : 'Each change of an order is delivered to the endpoints that may receive it.'}
              </StatePanel>
            </ListEmpty>
          )
        }
      </ListResult>
    </>
  );
}
