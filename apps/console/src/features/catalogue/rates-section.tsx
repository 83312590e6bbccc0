import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Table, Text, Title } from '@mantine/core';
import { Amount } from '#components/amount.tsx';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { Day } from '#components/moments.tsx';
import { useLocale } from '#components/regional.tsx';
import { dateFormat } from '#lib/format.ts';
import type { Level, Rate } from './catalogue-query.ts';

/** The rates of a service level with all their prices. */
export function Rates({ rates }: { rates: Rate[] }) {
  if (rates.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>No rates: this service level can’t be booked.</Trans>
      </Text>
    );
  }
  return (
    <Stack gap="md">
      {rates.map((rate) => (
        <div key={rate.id}>
          <Title order={3} size="h5">
            {rate.title}
          </Title>
          <Text size="sm" c="dimmed" mb={6}>
            <Validity rate={rate} />
            {rate.cancellationPolicies.description && ` · ${rate.cancellationPolicies.description}`}
          </Text>
          <PriceTable rate={rate} />
        </div>
      ))}
    </Stack>
  );
}

function Validity({ rate: { validFrom, validTo, weekdays } }: { rate: Rate }) {
  const { t } = useLingui();
  const locale = useLocale();
  // 2 November 2026 is a Monday.
  const names = weekdays.map((day) =>
    dateFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 10, 1 + day)),
  );
  return (
    <>
      {validFrom && validTo ? (
        <Trans>
          <Day day={validFrom} /> to <Day day={validTo} />
        </Trans>
      ) : validFrom ? (
        <Trans>
          From <Day day={validFrom} />
        </Trans>
      ) : validTo ? (
        <Trans>
          Until <Day day={validTo} />
        </Trans>
      ) : (
        t`Always`
      )}
      {', '}
      <span suppressHydrationWarning>{names.length > 0 ? names.join(', ') : t`every day`}</span>
    </>
  );
}

type Price = Rate['itemPrices'][number];
type PriceRow = { key: string; who: string; prices: Price[] };

function rowsOf(i18n: I18n, { itemPrices, personPrices }: Rate): PriceRow[] {
  const persons = personPrices.map(({ priceCategory, prices }) => {
    const { title, ageRange } = priceCategory;
    const { min, max } = ageRange;
    return { key: String(priceCategory.id), who: t(i18n)`${title} (${min} to ${max} years)`, prices };
  });
  return itemPrices.length > 0 ? [{ key: 'item', who: t(i18n)`Each item`, prices: itemPrices }, ...persons] : persons;
}

function PriceTable({ rate }: { rate: Rate }) {
  const { t, i18n } = useLingui();
  const rows = rowsOf(i18n, rate).flatMap(({ key, who, prices }) =>
    prices.map((price, index) => ({ key: `${key}-${index}`, who: index === 0 ? who : '', price })),
  );
  return (
    <ScrollBox label={t`Prices of ${{ title: rate.title }}`}>
      <Table verticalSpacing={5} horizontalSpacing="xs" maw={620}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Who</Trans>
            </Table.Th>
            <Table.Th scope="col" ta="end">
              <Trans>Original</Trans>
            </Table.Th>
            <Table.Th scope="col" ta="end">
              <Trans>Agent</Trans>
            </Table.Th>
            <Table.Th scope="col" ta="end">
              <Trans>Sold</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, who, price }) => (
            <Table.Tr key={key}>
              <Table.Td>{who}</Table.Td>
              <Table.Td ta="end">
                <Amount money={price.original} />
              </Table.Td>
              <Table.Td ta="end">
                <Amount money={price.agent} />
              </Table.Td>
              <Table.Td ta="end">
                <Amount money={price.sold} strong />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

const PRICING: Record<string, MessageDescriptor> = {
  per_person: msg`Priced per person`,
  per_item: msg`Priced per item`,
};
const AVAILABILITY: Record<string, MessageDescriptor> = {
  per_slot: msg`with start and end time`,
  per_time: msg`with a start time`,
  daily: msg`daily`,
  pass: msg`as a pass, on any day`,
};

/** Describes how a service level is sold; unknown values are shown unchanged. */
export function soldAs(i18n: I18n, { level }: Level): string {
  const pricing = PRICING[level.pricingType];
  const availability = AVAILABILITY[level.availabilityType];
  const parts = [
    `${pricing ? i18n._(pricing) : level.pricingType}, ${availability ? i18n._(availability) : level.availabilityType}`,
    level.duration.description,
    level.businessHours,
    level.hasPickup ? t(i18n)`with pickup` : null,
    level.hasDropOff ? t(i18n)`with drop-off` : null,
    level.hasTourGuide ? t(i18n)`with a guide` : null,
  ];
  return parts.filter(Boolean).join(' · ');
}
