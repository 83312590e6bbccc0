import { Skeleton, Table, Text } from '@mantine/core';
import dynamic from 'next/dynamic';
import { Amount } from '#components/amount.tsx';
import { Day } from '#components/moments.tsx';
import { Section } from '#components/section.tsx';
import classes from './overview.module.css';
import type { OrdersOfDay } from './overview-query.ts';

const HEIGHT = 240;

// The chart is a large module, and the page is usable without it.
const OrdersChart = dynamic(() => import('./orders-chart.tsx').then((module) => module.OrdersChart), {
  loading: () => <Skeleton height={HEIGHT} />,
  ssr: false,
});

/** Recent orders by the day of their creation, as a chart and as a table. */
export function OrdersByDay({ days, timeZone }: { days: OrdersOfDay[]; timeZone: string }) {
  const made = days.reduce((sum, day) => sum + day.made, 0);
  return (
    <Section
      title="Orders by day"
      aside={
        <Text size="sm" c="dimmed">
          {made.toLocaleString('en')} in {days.length} days of {timeZone}
        </Text>
      }
    >
      <OrdersChart days={days} height={HEIGHT} />
      <details className={classes.table}>
        <summary>Show as a table</summary>
        <Table mt="xs" maw={520}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Day</Table.Th>
              <Table.Th scope="col" ta="end">
                Created
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Booked
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Sold
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map(({ date, made: orders, booked, amounts }) => (
              <Table.Tr key={date}>
                <Table.Td>
                  <Day day={date} long />
                </Table.Td>
                <Table.Td ta="end">{orders}</Table.Td>
                <Table.Td ta="end">{booked}</Table.Td>
                <Table.Td ta="end">
                  {amounts.map((money) => (
                    <div key={money.currency.code}>
                      <Amount money={money} />
                    </div>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </Section>
  );
}
