import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Amount } from '#components/amount.tsx';
import { Section } from '#components/section.tsx';
import type { Order } from '../order-query.ts';
import classes from './order-totals.module.css';
import { PRICE_KINDS } from './prices.tsx';

/** The total prices of the order and its VAT. */
export function OrderTotals({ order: { totalPrices, vat } }: { order: Order }) {
  const { t } = useLingui();
  return (
    <Section title={t`Totals`}>
      <dl className={classes.totals}>
        {PRICE_KINDS.map(({ kind, name, about }) => (
          <div key={kind} className={classes.total} data-main={kind === 'sold'}>
            <dt>
              {t(name)}
              <Text size="xs" c="dimmed">
                {t(about)}
              </Text>
            </dt>
            <dd>
              <Amount money={totalPrices[kind]} strong={kind === 'sold'} />
            </dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>
            <Trans>VAT</Trans>
          </dt>
          <dd>
            {vat.percentage} % {vat.type}
          </dd>
        </div>
      </dl>
    </Section>
  );
}
