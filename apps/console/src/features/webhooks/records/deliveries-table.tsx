import { Checkbox, Table, Text } from '@mantine/core';
import Link from 'next/link';
import { type ReactNode, useRef } from 'react';
import { useEarlyClicks } from '#components/list/early-input.ts';
import classes from '#components/list/list-table.module.css';
import { Nothing } from '#components/nothing.tsx';
import { DeliveryBadge } from '../delivery-badge.tsx';
import { CAUSE_LABELS } from '../delivery-status.ts';
import { outcomeOf } from '../endpoint-health.ts';
import { Moment, ZoneNow } from '../moment.tsx';
import type { DeliveryFacts } from '../webhook-parts.ts';

type Row = DeliveryFacts & { event?: { order: { id: number } } };

type DeliveriesTableProps = {
  deliveries: Row[];
  caption: string;
  /** Ids of the selected deliveries; without it rows can't be selected. */
  chosen?: ReadonlySet<number>;
  choose?: (ids: number[], isChosen: boolean) => void;
  /** False if all deliveries go to the same endpoint. */
  withEndpoint?: boolean;
  /** True while the result for the current filters is loading. */
  isStale?: boolean;
  /** True if the table is as wide as the page. */
  isWide?: boolean;
};

/** Deliveries as a table; each row links to its delivery. */
export function DeliveriesTable({
  deliveries,
  caption,
  chosen,
  choose,
  withEndpoint = true,
  isStale = false,
  isWide = false,
}: DeliveriesTableProps) {
  const box = useRef<HTMLDivElement>(null);
  useEarlyClicks(box);
  const withOrder = deliveries.some(({ event }) => event);
  const ids = deliveries.map(({ id }) => id);
  const count = ids.filter((id) => chosen?.has(id)).length;
  return (
    <div ref={box} className={classes.scroll}>
      <Table
        highlightOnHover
        verticalSpacing={7}
        horizontalSpacing={10}
        className={`${classes.table} ${isWide ? classes.wide : ''}`}
        data-stale={isStale}
        aria-busy={isStale}
      >
        <Table.Caption className={classes.caption}>{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {choose && (
              <Table.Th scope="col" w={36}>
                <Checkbox
                  size="xs"
                  aria-label="Select all on this page"
                  checked={count > 0 && count === ids.length}
                  indeterminate={count > 0 && count < ids.length}
                  onChange={({ currentTarget }) => choose(ids, currentTarget.checked)}
                />
              </Table.Th>
            )}
            <Table.Th scope="col">
              Delivery <ZoneNow />
            </Table.Th>
            <Table.Th scope="col">Status</Table.Th>
            {withOrder && <Table.Th scope="col">Order</Table.Th>}
            {withEndpoint && <Table.Th scope="col">Endpoint</Table.Th>}
            <Table.Th scope="col">Cause</Table.Th>
            <Table.Th scope="col" ta="right">
              Attempts
            </Table.Th>
            <Table.Th scope="col">Last response</Table.Th>
            <Table.Th scope="col">Next attempt</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              withOrder={withOrder}
              withEndpoint={withEndpoint}
              choice={
                choose && (
                  <Checkbox
                    size="xs"
                    aria-label={`Select delivery ${delivery.id}`}
                    checked={chosen?.has(delivery.id) ?? false}
                    onChange={({ currentTarget }) => choose([delivery.id], currentTarget.checked)}
                  />
                )
              }
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

type DeliveryRowProps = { delivery: Row; withOrder: boolean; withEndpoint: boolean; choice: ReactNode };

function DeliveryRow({ delivery, withOrder, withEndpoint, choice }: DeliveryRowProps) {
  const { id, createdAt, endpoint, event, cause, attemptCount, attempts, nextAttemptAt, reason } = delivery;
  const attempt = attempts.at(-1);
  return (
    <Table.Tr className={classes.row}>
      {choice && <Table.Td className={classes.above}>{choice}</Table.Td>}
      <Table.Td className={classes.nowrap}>
        <Link href={`/webhooks/deliveries/${id}`} className={classes.rowLink}>
          {id}
        </Link>
        <Text span inherit c="dimmed">
          {' '}
          <Moment instant={createdAt} isBrief />
        </Text>
      </Table.Td>
      <Table.Td>
        <DeliveryBadge delivery={delivery} />
      </Table.Td>
      {withOrder && (
        <Table.Td>
          {event && (
            <Link href={`/orders/${event.order.id}`} className={classes.link}>
              {event.order.id}
            </Link>
          )}
        </Table.Td>
      )}
      {withEndpoint && (
        <Table.Td miw={150} maw={260}>
          {endpoint.deletedAt ? (
            <span className={classes.breakable} title={endpoint.url}>
              {endpoint.description || endpoint.url} (deleted)
            </span>
          ) : (
            <Link
              href={`/webhooks/endpoints/${endpoint.id}`}
              className={`${classes.link} ${classes.breakable}`}
              title={endpoint.url}
            >
              {endpoint.description || endpoint.url}
            </Link>
          )}
        </Table.Td>
      )}
      <Table.Td className={classes.nowrap}>{CAUSE_LABELS[cause]}</Table.Td>
      <Table.Td ta="right" className="tabular">
        {attemptCount}
      </Table.Td>
      <Table.Td miw={130} maw={240} className={classes.breakable}>
        {attempt ? outcomeOf(attempt) : (reason ?? <Nothing meaning="No attempt yet" />)}
        {attempt && (
          <Text span inherit c="dimmed" className={`tabular ${classes.nowrap}`}>
            {' '}
            {attempt.durationMs.toLocaleString('en')} ms
          </Text>
        )}
      </Table.Td>
      <Table.Td>{nextAttemptAt ? <Moment instant={nextAttemptAt} isBrief /> : <Nothing meaning="None" />}</Table.Td>
    </Table.Tr>
  );
}
