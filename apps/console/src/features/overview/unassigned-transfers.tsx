import { Text } from '@mantine/core';
import { Day, TimeOfDay, Zone } from '#components/moments.tsx';
import { Section } from '#components/section.tsx';
import { TextLink } from '#components/text-link.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-query.ts';

const SIDES = { pickup: 'Pickup', dropoff: 'Drop-off' };

/** Pickups and drop-offs of the next days without a driver. */
export function UnassignedTransfers({ transfers: { total, entries } }: { transfers: Overview['unassignedTransfers'] }) {
  return (
    <Section
      title="Transfers without a driver"
      aside={
        <Text size="sm" c="dimmed">
          Within 7 days, local times
        </Text>
      }
    >
      {entries.length > 0 ? (
        <>
          <ul className={classes.list}>
            {entries.map(({ side, transfer, order }) => (
              <li key={transfer.id}>
                <TextLink href={`/orders/${order.id}`}>Order {order.id}</TextLink>
                {' · '}
                {SIDES[side]} {transfer.date && <Day day={transfer.date} />}{' '}
                {transfer.time && <TimeOfDay time={transfer.time} />}{' '}
                {transfer.date && transfer.time && (
                  <Zone timeZone={order.timeZone} instant={`${transfer.date}T12:00:00Z`} />
                )}
                <Text inherit c="dimmed">
                  {[transfer.location.point?.address, order.city.name].filter(Boolean).join(', ')}
                </Text>
              </li>
            ))}
          </ul>
          {total > entries.length && (
            <Text size="sm" c="dimmed" mt="xs">
              and {(total - entries.length).toLocaleString('en')} more
            </Text>
          )}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          All transfers have a driver.
        </Text>
      )}
    </Section>
  );
}
