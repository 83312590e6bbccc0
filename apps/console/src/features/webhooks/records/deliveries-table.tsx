import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Table, Text } from '@mantine/core';
import { memo, type ReactNode, useRef } from 'react';
import { useEarlyInput } from '#components/early-input.ts';
import { Link } from '#components/link.tsx';
import classes from '#components/list/list-table.module.css';
import { Nothing } from '#components/nothing.tsx';
import { useLocale } from '#components/regional.tsx';
import { formatCount } from '#lib/format.ts';
import { DeliveryBadge } from '../delivery-badge.tsx';
import { CAUSE_LABELS } from '../delivery-status.ts';
import { outcomeOf } from '../endpoint-health.ts';
import { Moment, ZoneNow } from '../moment.tsx';
import { reasonText } from '../reason-text.ts';
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

/**
 * Deliveries as a table; each row links to its delivery. Not rendered again for a refetch that changes nothing: `choose`
 * must be a constant.
 */
export const DeliveriesTable = memo(function DeliveriesTable({
  deliveries,
  caption,
  chosen,
  choose,
  withEndpoint = true,
  isStale = false,
  isWide = false,
}: DeliveriesTableProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  useEarlyInput(box);
  const withOrder = deliveries.some(({ event }) => event);
  const rows = deliveries.map((delivery) => ({ id: delivery.id, delivery }));
  const ids = rows.map(({ id }) => id);
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
                  aria-label={t`Select all on this page`}
                  checked={count > 0 && count === ids.length}
                  indeterminate={count > 0 && count < ids.length}
                  onChange={({ currentTarget }) => choose(ids, currentTarget.checked)}
                />
              </Table.Th>
            )}
            <Table.Th scope="col">
              <Trans>Delivery</Trans> <ZoneNow />
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Status</Trans>
            </Table.Th>
            {withOrder && (
              <Table.Th scope="col">
                <Trans>Order</Trans>
              </Table.Th>
            )}
            {withEndpoint && (
              <Table.Th scope="col">
                <Trans>Endpoint</Trans>
              </Table.Th>
            )}
            <Table.Th scope="col">
              <Trans>Cause</Trans>
            </Table.Th>
            <Table.Th scope="col" ta="right">
              <Trans>Attempts</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Last response</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Next attempt</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, delivery }) => (
            <DeliveryRow
              key={id}
              delivery={delivery}
              withOrder={withOrder}
              withEndpoint={withEndpoint}
              choice={
                choose && (
                  <Checkbox
                    size="xs"
                    aria-label={t`Select delivery ${id}`}
                    checked={chosen?.has(id) ?? false}
                    onChange={({ currentTarget }) => choose([id], currentTarget.checked)}
                  />
                )
              }
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
});

type DeliveryRowProps = { delivery: Row; withOrder: boolean; withEndpoint: boolean; choice: ReactNode };

function DeliveryRow({ delivery, withOrder, withEndpoint, choice }: DeliveryRowProps) {
  const { t, i18n } = useLingui();
  const { id, createdAt, endpoint, event, cause, attemptCount, attempts, nextAttemptAt, reason } = delivery;
  const locale = useLocale();
  const attempt = attempts.at(-1);
  const duration = attempt && formatCount(locale, attempt.durationMs);
  const name = endpoint.description || endpoint.url;
  return (
    <Table.Tr className={classes.row}>
      {choice && <Table.Td className={classes.above}>{choice}</Table.Td>}
      <Table.Td className={classes.nowrap}>
        <Link href={`/webhooks/deliveries/${id}`} className={classes.rowLink} data-row>
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
              <Trans>{name} (deleted)</Trans>
            </span>
          ) : (
            <Link
              href={`/webhooks/endpoints/${endpoint.id}`}
              className={`${classes.link} ${classes.breakable}`}
              title={endpoint.url}
            >
              {name}
            </Link>
          )}
        </Table.Td>
      )}
      <Table.Td className={classes.nowrap}>{t(CAUSE_LABELS[cause])}</Table.Td>
      <Table.Td ta="right" className="tabular">
        {attemptCount}
      </Table.Td>
      <Table.Td miw={130} maw={240} className={classes.breakable}>
        {attempt ? (
          outcomeOf(i18n, attempt)
        ) : reason ? (
          reasonText(i18n, reason)
        ) : (
          <Nothing meaning={t`No attempt yet`} />
        )}
        {attempt && (
          <Text span inherit c="dimmed" className={`tabular ${classes.nowrap}`}>
            {' '}
            <Trans>{duration} ms</Trans>
          </Text>
        )}
      </Table.Td>
      <Table.Td>{nextAttemptAt ? <Moment instant={nextAttemptAt} isBrief /> : <Nothing meaning={t`None`} />}</Table.Td>
    </Table.Tr>
  );
}
