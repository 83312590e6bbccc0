import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Text } from '@mantine/core';
import { Section } from '#components/section.tsx';
import { LeaderForm } from '../edit/leader-form.tsx';
import type { Order } from '../order-query.ts';
import { PassengerList } from './passenger-list.tsx';
import { PassengerTable } from './passenger-table.tsx';
import { hasAnyPrice } from './prices.tsx';

/** The passengers, with their prices if the booking is priced per person. */
export function OrderPassengers({ order: { passengers, bookings } }: { order: Order }) {
  const { t } = useLingui();
  const count = passengers.length;
  const priced = bookings.flatMap((booking) => booking.passengers).filter(({ prices }) => hasAnyPrice(prices));
  const rows = passengers.map((passenger) => ({
    passenger,
    prices: priced.find(({ passengerId }) => passengerId === passenger.id)?.prices,
  }));
  return (
    <Section
      title={t`Passengers`}
      aside={
        <Text size="sm" c="dimmed" hidden={passengers.length === 0}>
          <Plural value={count} one="# person" other="# people" />
        </Text>
      }
    >
      {passengers.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No passengers are named yet.</Trans>
        </Text>
      )}
      {passengers.length > 0 && (
        <>
          <Box visibleFrom="sm">
            <PassengerTable rows={rows} hasPrices={priced.length > 0} />
          </Box>
          <Box hiddenFrom="sm">
            <PassengerList rows={rows} />
          </Box>
        </>
      )}
      <LeaderForm />
    </Section>
  );
}
