'use client';

import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ListEmpty } from '#components/list/list-empty.tsx';
import { ListPaging } from '#components/list/list-paging.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { countText } from '#lib/count-text.ts';
import { LiveDeliveries } from '../live/live-deliveries.tsx';
import { isNarrowed, PAGE_SIZES, SEARCH_HINT } from '../record-filters.ts';
import { WebhooksFrame } from '../webhooks-frame.tsx';
import { eventsQuery } from './events-query.ts';
import { EventsTable } from './events-table.tsx';
import { RecordToolbar } from './record-toolbar.tsx';
import { useEventFilters } from './use-record-filters.ts';

/** The events of orders. The whole state of the list is in the URL. */
export function EventsScreen() {
  const { filters, change, clear } = useEventFilters();
  const timeZone = useOrganizationTimeZone();
  // The search text is debounced; other filters apply immediately.
  const [settled] = useDebouncedValue(filters.q, 200);
  const q = filters.q === '' ? '' : settled;
  const query = useQuery(eventsQuery({ ...filters, q }, timeZone));
  const isStale = query.isPlaceholderData || q !== filters.q;
  return (
    <WebhooksFrame
      aside={
        <Text role="status" c="dimmed" size="sm" className="tabular">
          {query.data && countText(query.data.webhookEventsMeta.total, { one: '# event', other: '# events' })}
        </Text>
      }
    >
      <LiveDeliveries />
      <RecordToolbar
        name="events"
        filters={filters}
        change={change}
        clear={clear}
        isBusy={query.isFetching && isStale}
      />
      <ListResult of="events" subject="the webhook events" query={query}>
        {(data) =>
          data.webhookEvents.length > 0 ? (
            <>
              <EventsTable events={data.webhookEvents} isStale={isStale} />
              <ListPaging
                of="events"
                meta={data.webhookEventsMeta}
                turnTo={(page) => change({ page })}
                sizes={{ all: PAGE_SIZES, current: filters.perPage, choose: (perPage) => change({ perPage }) }}
              />
            </>
          ) : (
            <ListEmpty
              of="events"
              meta={data.webhookEventsMeta}
              isNarrowed={isNarrowed(filters)}
              clear={clear}
              turnTo={(page) => change({ page })}
              hint={SEARCH_HINT}
            >
              <StatePanel icon={IconWebhook} title="No events yet">
                Each change of an order creates one event. It is stored even if no endpoint receives it.
              </StatePanel>
            </ListEmpty>
          )
        }
      </ListResult>
    </WebhooksFrame>
  );
}
