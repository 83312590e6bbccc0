import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Group, Table, Text } from '@mantine/core';
import { memo } from 'react';
import { Link } from '#components/link.tsx';
import classes from '#components/list/list-table.module.css';
import { Nothing } from '#components/nothing.tsx';
import { STANDING_LOOKS, type Standing, standingOf } from '../delivery-status.ts';
import { Moment, ZoneNow } from '../moment.tsx';
import type { EventRow } from './events-query.ts';

type EventsTableProps = {
  events: EventRow[];
  /** True while the result for the current filters is loading. */
  isStale: boolean;
};

/** Events as a table; each row links to its event. Not rendered again for a refetch that changes nothing. */
export const EventsTable = memo(function EventsTable({ events, isStale }: EventsTableProps) {
  const { t } = useLingui();
  return (
    <div className={classes.scroll}>
      <Table
        highlightOnHover
        verticalSpacing={7}
        horizontalSpacing={10}
        className={`${classes.table} ${classes.wide}`}
        data-stale={isStale}
        aria-busy={isStale}
      >
        <Table.Caption className={classes.caption}>
          <Trans>Events, newest first</Trans>
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Time</Trans> <ZoneNow />
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Event</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Order</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>By</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Deliveries</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Id</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map((event) => (
            <Table.Tr key={event.id} className={classes.row}>
              <Table.Td>
                <Link href={`/webhooks/events/${event.id}`} className={classes.rowLink} data-row>
                  <Moment instant={event.createdAt} isBrief />
                </Link>
              </Table.Td>
              <Table.Td>
                <Group gap={6} className={classes.nowrap}>
                  {event.kind}
                  <EventMarks event={event} />
                </Group>
              </Table.Td>
              <Table.Td className={classes.nowrap}>
                <Link href={`/orders/${event.order.id}`} className={classes.link}>
                  {event.order.id}
                </Link>
                <Text span inherit c="dimmed">
                  {' '}
                  <Version sequence={event.sequence} />
                </Text>
              </Table.Td>
              <Table.Td>{event.actor?.name ?? <Nothing meaning={t`No user`} />}</Table.Td>
              <Table.Td>
                <DeliveryCounts counts={event.deliveryCounts} />
              </Table.Td>
              <Table.Td ff="monospace" c="dimmed" fz={12} className={classes.nowrap}>
                {event.id.slice(0, 8)}…
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
});

type Marked = { isTest: boolean; erasedAt: string | null };

/** Badges for test events and erased events. */
export function EventMarks({ event }: { event: Marked }) {
  return (
    <>
      {event.isTest && (
        <Badge color="grape">
          <Trans>Test</Trans>
        </Badge>
      )}
      {event.erasedAt && (
        <Badge color="gray">
          <Trans>Erased</Trans>
        </Badge>
      )}
    </>
  );
}

/** The number of deliveries of an event by state. */
function DeliveryCounts({ counts }: { counts: EventRow['deliveryCounts'] }) {
  const { i18n } = useLingui();
  if (counts.length === 0) {
    return (
      <Text inherit c="dimmed">
        <Trans>No endpoint</Trans>
      </Text>
    );
  }
  const badges = new Map<Standing, number>();
  for (const { wasTried, count, ...facts } of counts) {
    const standing = standingOf({ ...facts, attemptCount: wasTried ? 1 : 0 });
    badges.set(standing, (badges.get(standing) ?? 0) + count);
  }
  return (
    <Group gap={6}>
      {[...badges].map(([standing, count]) => (
        <Badge key={standing} color={STANDING_LOOKS[standing].color}>
          {i18n._({ ...STANDING_LOOKS[standing].counted, values: { count } })}
        </Badge>
      ))}
    </Group>
  );
}

const Version = ({ sequence }: { sequence: number }) => <Trans>version {sequence}</Trans>;
