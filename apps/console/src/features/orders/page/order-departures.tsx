import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { Fact, Facts } from '#components/facts.tsx';
import { Day, TimeOfDay, Zone } from '#components/moments.tsx';
import { Section } from '#components/section.tsx';
import { Tags } from '#components/tags.tsx';
import type { Order } from '../order-query.ts';
import { StatusBadge } from '../status-badge.tsx';
import classes from './order-departures.module.css';
import { hasAnyPrice, PriceList } from './prices.tsx';

/** The booked departures, with their prices if they are priced per item. */
export function OrderDepartures({ order }: { order: Order }) {
  const { t } = useLingui();
  const { bookings } = order;
  return (
    <Section title={bookings.length > 1 ? t`Departures` : t`Departure`}>
      {bookings.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No booking yet. The departure appears here after the cart is booked.</Trans>
        </Text>
      )}
      {bookings.map((booking) => (
        <Departure key={booking.id} booking={booking} order={order} />
      ))}
    </Section>
  );
}

function Departure({ booking, order }: { booking: Order['bookings'][number]; order: Order }) {
  const { t } = useLingui();
  const { availability, prices, quantity, status, passengers, tags } = booking;
  const rates = order.bookedDetails?.rates ?? [];
  return (
    <Stack gap="sm" className={classes.departure}>
      <Group gap="sm">
        <Text size="sm" fw={550}>
          <Day day={availability.date} long />
          {', '}
          {availability.startTime ? (
            <>
              <TimeOfDay time={availability.startTime} />{' '}
              <Zone timeZone={order.timeZone} instant={order.startsAt ?? order.createdAt} />
            </>
          ) : (
            t`all day`
          )}
        </Text>
        <StatusBadge status={status} />
      </Group>
      <Facts>
        {rates.length > 0 && <Fact name={t`Rate`}>{rates.map(({ title }) => title).join(', ')}</Fact>}
        <Fact name={t`Quantity`}>{quantity}</Fact>
        <Fact name={t`Passengers`}>{passengers.length}</Fact>
        {hasAnyPrice(prices) && (
          <Fact name={t`Prices`}>
            <PriceList prices={prices} />
          </Fact>
        )}
      </Facts>
      <Tags tags={tags} of={t`booking ${{ id: booking.id }}`} />
    </Stack>
  );
}
