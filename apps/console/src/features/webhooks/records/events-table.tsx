import { Badge, Group, Table, Text } from '@mantine/core';
import Link from 'next/link';
import classes from '#components/list/list-table.module.css';
import { Nothing } from '#components/nothing.tsx';
import { standingOf } from '../delivery-status.ts';
import { Moment, ZoneNow } from '../moment.tsx';
import type { EventRow } from './events-query.ts';

type EventsTableProps = {
  events: EventRow[];
  /** True while the result for the current filters is loading. */
  isStale: boolean;
};

/** Events as a table; each row links to its event. */
export function EventsTable({ events, isStale }: EventsTableProps) {
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
        <Table.Caption className={classes.caption}>Events, newest first</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              Time <ZoneNow />
            </Table.Th>
            <Table.Th scope="col">Event</Table.Th>
            <Table.Th scope="col">Order</Table.Th>
            <Table.Th scope="col">By</Table.Th>
            <Table.Th scope="col">Deliveries</Table.Th>
            <Table.Th scope="col">Id</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map((event) => (
            <Table.Tr key={event.id} className={classes.row}>
              <Table.Td>
                <Link href={`/webhooks/events/${event.id}`} className={classes.rowLink}>
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
                  version {event.sequence}
                </Text>
              </Table.Td>
              <Table.Td>{event.actor?.name ?? <Nothing meaning="No user" />}</Table.Td>
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
}

type Marked = { isTest: boolean; erasedAt: string | null };

/** Badges for test events and erased events. */
export function EventMarks({ event }: { event: Marked }) {
  return (
    <>
      {event.isTest && <Badge color="grape">Test</Badge>}
      {event.erasedAt && <Badge color="gray">Erased</Badge>}
    </>
  );
}

/** The number of deliveries of an event by state. */
function DeliveryCounts({ counts }: { counts: EventRow['deliveryCounts'] }) {
  if (counts.length === 0) {
    return (
      <Text inherit c="dimmed">
        No endpoint
      </Text>
    );
  }
  const badges = new Map<string, { color: string; count: number }>();
  for (const { wasTried, count, ...standing } of counts) {
    const { label, color } = standingOf({ ...standing, attemptCount: wasTried ? 1 : 0 });
    badges.set(label, { color, count: (badges.get(label)?.count ?? 0) + count });
  }
  return (
    <Group gap={6}>
      {[...badges].map(([label, { color, count }]) => (
        <Badge key={label} color={color}>
          {count} {label.toLowerCase()}
        </Badge>
      ))}
    </Group>
  );
}
