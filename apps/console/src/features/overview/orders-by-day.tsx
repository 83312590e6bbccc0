import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import { Amount } from '#components/amount.tsx';
import { Day } from '#components/moments.tsx';
import { useLocale } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { formatCount } from '#lib/format.ts';
import { OrdersChart } from './orders-chart.tsx';
import classes from './overview.module.css';
import type { OrdersOfDay } from './overview-query.ts';

const HEIGHT = 240;

/** Recent orders by the day of their creation, as a chart and as a table. */
export function OrdersByDay({ days, timeZone }: { days: OrdersOfDay[]; timeZone: string }) {
  const { t } = useLingui();
  const locale = useLocale();
  const number = days.length;
  const orders = formatCount(
    locale,
    days.reduce((sum, day) => sum + day.made, 0),
  );
  return (
    <Section
      title={t`Orders by day`}
      aside={
        <Text size="sm" c="dimmed">
          <Trans>
            {orders} in <Plural value={number} one="# day" other="# days" /> of {timeZone}
          </Trans>
        </Text>
      }
    >
      <OrdersChart days={days} height={HEIGHT} />
      <details className={classes.table}>
        <summary>
          <Trans>Show as a table</Trans>
        </summary>
        <Table mt="xs" maw={520}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">
                <Trans>Day</Trans>
              </Table.Th>
              <Table.Th scope="col" ta="end">
                <Trans>Created</Trans>
              </Table.Th>
              <Table.Th scope="col" ta="end">
                <Trans>Booked</Trans>
              </Table.Th>
              <Table.Th scope="col" ta="end">
                <Trans>Sold</Trans>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map(({ date, made, booked, amounts }) => (
              <Table.Tr key={date}>
                <Table.Td>
                  <Day day={date} long />
                </Table.Td>
                <Table.Td ta="end">{made}</Table.Td>
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
