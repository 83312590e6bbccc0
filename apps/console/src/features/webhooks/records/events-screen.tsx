'use client';

import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOfficeTimeZone } from '#components/regional.tsx';
import { LiveDeliveries } from '../live/live-deliveries.tsx';
import { isNarrowed } from '../record-filters.ts';
import { WebhooksFrame } from '../webhooks-frame.tsx';
import { eventsQuery } from './events-query.ts';
import { EventsTable } from './events-table.tsx';
import { NoRecords } from './no-records.tsx';
import { RecordPaging } from './record-paging.tsx';
import { RecordToolbar } from './record-toolbar.tsx';
import { RecordsSkeleton } from './records-skeleton.tsx';
import { useEventFilters } from './use-record-filters.ts';

/** The events that orders emitted: what the list shows stands in the address, and nowhere else. */
export function EventsScreen() {
  const { filters, change, clear } = useEventFilters();
  const timeZone = useOfficeTimeZone();
  // Typing is answered when it rests; everything else at once.
  const [settled] = useDebouncedValue(filters.q, 200);
  const q = filters.q === '' ? '' : settled;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(eventsQuery({ ...filters, q }, timeZone));
  const isStale = isPlaceholderData || q !== filters.q;
  return (
    <WebhooksFrame
      aside={
        <Text role="status" c="dimmed" size="sm" className="tabular">
          {data && `${data.webhookEventsMeta.total.toLocaleString('en')} events`}
        </Text>
      }
    >
      <LiveDeliveries />
      <RecordToolbar name="events" filters={filters} change={change} clear={clear} isBusy={isFetching && isStale} />
      {data ? (
        <>
          {error && <OutdatedNote retry={refetch} />}
          {data.webhookEvents.length > 0 ? (
            <>
              <EventsTable events={data.webhookEvents} isStale={isStale} />
              <RecordPaging name="events" meta={data.webhookEventsMeta} perPage={filters.perPage} change={change} />
            </>
          ) : (
            <NoRecords
              name="events"
              meta={data.webhookEventsMeta}
              isNarrowed={isNarrowed(filters)}
              clear={clear}
              goTo={(page) => change({ page })}
            >
              Each change of an order makes one event. It is kept also when no endpoint hears of it.
            </NoRecords>
          )}
        </>
      ) : error ? (
        <ProblemPanel problem={error} subject="the webhook events" retry={refetch} isRetrying={isFetching} />
      ) : (
        <RecordsSkeleton name="events" />
      )}
    </WebhooksFrame>
  );
}
