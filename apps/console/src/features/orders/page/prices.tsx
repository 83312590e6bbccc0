import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group, Table, Text } from '@mantine/core';
import { Amount } from '#components/amount.tsx';
import type { Prices } from '../order-query.ts';

/** The three kinds of prices, the client's price first. */
export const PRICE_KINDS = [
  { kind: 'sold', name: msg`Sold`, about: msg`What the client pays` },
  { kind: 'agent', name: msg`Agent`, about: msg`What the selling partner pays` },
  { kind: 'original', name: msg`Original`, about: msg`The supplier’s price` },
] as const;

/** Whether prices are set at this level; prices are set at one level of an order and null at the others. */
export const hasAnyPrice = ({ original, agent, sold }: Prices) => Boolean(original ?? agent ?? sold);

/** The prices in one line with their names. */
export function PriceList({ prices }: { prices: Prices }) {
  const { t } = useLingui();
  return (
    <Group gap="0 16px">
      {PRICE_KINDS.map(({ kind, name, about }) => (
        <span key={kind} title={t(about)}>
          <Text span inherit c="dimmed">
            {t(name)}
          </Text>{' '}
          <Amount money={prices[kind]} strong={kind === 'sold'} />
        </span>
      ))}
    </Group>
  );
}

/** The headers of the price columns. */
export function PriceHeads() {
  const { t } = useLingui();
  return PRICE_KINDS.map(({ kind, name, about }) => (
    <Table.Th key={kind} scope="col" ta="end" title={t(about)}>
      {t(name)}
    </Table.Th>
  ));
}

/** The cells of the price columns. */
export function PriceCells({ prices }: { prices: Prices | undefined }) {
  return PRICE_KINDS.map(({ kind }) => (
    <Table.Td key={kind} ta="end">
      <Amount money={prices?.[kind]} strong={kind === 'sold'} />
    </Table.Td>
  ));
}
