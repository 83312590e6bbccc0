import { Stack, Table, Text, Title } from '@mantine/core';
import { Amount } from '#components/amount.tsx';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { Day } from '#components/moments.tsx';
import { useLocale } from '#components/regional.tsx';
import type { Level, Rate } from './catalogue-query.ts';

/** The rates of a service level with all their prices. */
export function Rates({ rates }: { rates: Rate[] }) {
  if (rates.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No rates: this service level can’t be booked.
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
  const locale = useLocale();
  // 2 November 2026 is a Monday.
  const names = weekdays.map((day) =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2026, 10, 1 + day)),
    ),
  );
  return (
    <>
      {validFrom && validTo ? (
        <>
          <Day day={validFrom} /> to <Day day={validTo} />
        </>
      ) : validFrom ? (
        <>
          From <Day day={validFrom} />
        </>
      ) : validTo ? (
        <>
          Until <Day day={validTo} />
        </>
      ) : (
        'Always'
      )}
      {', '}
      <span suppressHydrationWarning>{names.length > 0 ? names.join(', ') : 'every day'}</span>
    </>
  );
}

type Price = Rate['itemPrices'][number];
type PriceRow = { key: string; who: string; prices: Price[] };

function rowsOf({ itemPrices, personPrices }: Rate): PriceRow[] {
  const persons = personPrices.map(({ priceCategory: { id, title, ageRange }, prices }) => ({
    key: String(id),
    who: `${title} (${ageRange.min} to ${ageRange.max} years)`,
    prices,
  }));
  return itemPrices.length > 0 ? [{ key: 'item', who: 'Each item', prices: itemPrices }, ...persons] : persons;
}

function PriceTable({ rate }: { rate: Rate }) {
  const rows = rowsOf(rate).flatMap(({ key, who, prices }) =>
    prices.map((price, index) => ({ key: `${key}-${index}`, who: index === 0 ? who : '', price })),
  );
  return (
    <ScrollBox label={`Prices of ${rate.title}`}>
      <Table verticalSpacing={5} horizontalSpacing="xs" maw={620}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Who</Table.Th>
            <Table.Th scope="col" ta="end">
              Original
            </Table.Th>
            <Table.Th scope="col" ta="end">
              Agent
            </Table.Th>
            <Table.Th scope="col" ta="end">
              Sold
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

const PRICING: Record<string, string> = { per_person: 'Priced per person', per_item: 'Priced per item' };
const AVAILABILITY: Record<string, string> = {
  per_slot: 'with start and end time',
  per_time: 'with a start time',
  daily: 'daily',
  pass: 'as a pass, on any day',
};

/** Describes how a service level is sold; unknown values are shown unchanged. */
export function soldAs({ level }: Level): string {
  const parts = [
    `${PRICING[level.pricingType] ?? level.pricingType}, ${AVAILABILITY[level.availabilityType] ?? level.availabilityType}`,
    level.duration.description,
    level.businessHours,
    level.hasPickup ? 'with pickup' : null,
    level.hasDropOff ? 'with drop-off' : null,
    level.hasTourGuide ? 'with a guide' : null,
  ];
  return parts.filter(Boolean).join(' · ');
}
