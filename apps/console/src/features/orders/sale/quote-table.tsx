import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import { PriceCells, PriceHeads } from '../page/prices.tsx';
import type { Quote } from './sale-query.ts';

/** What a booking costs, by price category. */
export function QuoteTable({ quote }: { quote: Quote }) {
  const { t } = useLingui();
  const { lines, total, days, placesLeft } = quote;
  return (
    <>
      <Table.ScrollContainer minWidth={300} type="native" tabIndex={0} role="region" aria-label={t`Price`}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t`Price`}</Table.Th>
              <PriceHeads />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ title, quantity, prices }) => (
              <Table.Tr key={title}>
                <Table.Th scope="row">{`${quantity} × ${title}`}</Table.Th>
                <PriceCells prices={prices} />
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{t`Total`}</Table.Th>
              <PriceCells prices={total} />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed" mt="xs">
        {days > 1 && `${t`${plural(days, { one: '# day', other: '# days' })}`} · `}
        {t`${plural(placesLeft, { one: '# place left', other: '# places left' })}`}
      </Text>
    </>
  );
}
