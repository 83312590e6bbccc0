'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ListEmpty } from '#components/list/list-empty.tsx';
import { ListPaging } from '#components/list/list-paging.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { useListFilters } from '#components/list/use-list-filters.ts';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { UnknownFilters } from '#components/unknown-filters.tsx';
import { LiveDeliveries } from '../live/live-deliveries.tsx';
import { eventFilterParsers, isNarrowed, PAGE_SIZES, SEARCH_HINT } from '../record-filters.ts';
import { WebhooksFrame } from '../webhooks-frame.tsx';
import { eventsQuery } from './events-query.ts';
import { EventsTable } from './events-table.tsx';
import { RecordToolbar } from './record-toolbar.tsx';

/** The events of orders. The whole state of the list is in the URL. */
export function EventsScreen() {
  const { t } = useLingui();
  const { filters, settled, change, clear } = useListFilters(eventFilterParsers);
  const timeZone = useOrganizationTimeZone();
  const query = useQuery(eventsQuery(settled, timeZone));
  const total = query.data?.webhookEventsMeta.total;
  const isStale = query.isPlaceholderData || settled.q !== filters.q;
  return (
    <WebhooksFrame
      aside={
        <Text role="status" c="dimmed" size="sm" className="tabular">
          {total !== undefined && <Plural value={total} one="# event" other="# events" />}
        </Text>
      }
    >
      <LiveDeliveries />
      <UnknownFilters parsers={eventFilterParsers} />
      <RecordToolbar
        label={t`events`}
        search={t`Search events`}
        filters={filters}
        change={change}
        clear={clear}
        isBusy={isStale && query.isFetching}
        isReady={query.data !== undefined && !isStale}
      />
      <ListResult forbidden={t`You may not see the webhook events`} query={query}>
        {(data) =>
          data.webhookEvents.length > 0 ? (
            <>
              <EventsTable events={data.webhookEvents} isStale={isStale} />
              <ListPaging
                label={t`Pages of events`}
                meta={data.webhookEventsMeta}
                turnTo={(page) => change({ page })}
                sizes={{
                  label: t`Events per page`,
                  all: PAGE_SIZES,
                  current: filters.perPage,
                  choose: (perPage) => change({ perPage }),
                }}
              />
            </>
          ) : (
            <ListEmpty
              title={t`No events match`}
              meta={data.webhookEventsMeta}
              isNarrowed={isNarrowed(filters)}
              clear={clear}
              turnTo={(page) => change({ page })}
              hint={t(SEARCH_HINT)}
            >
              <StatePanel icon={IconWebhook} title={t`No events yet`}>
                <Trans>Each change of an order creates one event. It is stored even if no endpoint receives it.</Trans>
              </StatePanel>
            </ListEmpty>
          )
        }
      </ListResult>
    </WebhooksFrame>
  );
}
