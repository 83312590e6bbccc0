import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Progress, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { TimeOfDay, Zone } from '#components/moments.tsx';
import { Section } from '#components/section.tsx';
import { TextLink } from '#components/text-link.tsx';
import type { Overview } from './overview-query.ts';

const FIRST = 12;

/** Today's departures in local time, with their occupancy. */
export function Departures({ departures, today }: { departures: Overview['departures']; today: string }) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  // Departures without bookings are hidden at first.
  const taken = departures.filter(({ booked }) => booked > 0);
  const all = departures.length;
  const shown = isWhole ? departures : taken.slice(0, FIRST);
  return (
    <Section
      title={t`Departures today`}
      aside={
        <Text size="sm" c="dimmed">
          <Trans>Local times</Trans>
        </Text>
      }
    >
      {shown.length > 0 ? (
        <ScrollBox label={t`Departures today, by time`}>
          <Table verticalSpacing={6} horizontalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">
                  <Trans>Time</Trans>
                </Table.Th>
                <Table.Th scope="col">
                  <Trans>Product</Trans>
                </Table.Th>
                <Table.Th scope="col">
                  <Trans>City</Trans>
                </Table.Th>
                <Table.Th scope="col">
                  <Trans>Places taken</Trans>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map(({ id, product, serviceLevel, startTime, capacity, booked }) => (
                <Table.Tr key={id}>
                  <Table.Td className="tabular">
                    {startTime ? <TimeOfDay time={startTime} /> : t`All day,`}{' '}
                    <span className="dimmed">
                      <Zone timeZone={product.city.timeZone} instant={`${today}T12:00:00Z`} />
                    </span>
                  </Table.Td>
                  <Table.Td miw={200}>
                    <TextLink href={`/catalogue/${product.id}`}>{product.title}</TextLink>
                    <Text inherit c="dimmed">
                      {serviceLevel.title}
                    </Text>
                  </Table.Td>
                  <Table.Td>{product.city.name}</Table.Td>
                  <Table.Td miw={110} className="tabular">
                    <Trans>
                      {booked} of {capacity}
                    </Trans>
                    <Progress
                      value={capacity === 0 ? 0 : (booked / capacity) * 100}
                      size="sm"
                      mt={3}
                      color={booked === capacity ? 'red' : 'teal'}
                      aria-hidden
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      ) : (
        <Text size="sm" c="dimmed">
          {all === 0 ? t`No departures today.` : t`No departure of today has bookings.`}
        </Text>
      )}
      {!isWhole && all > shown.length && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setWhole(true)}>
          <Plural value={all} one="Show the # departure" other="Show all # departures" />
        </Button>
      )}
    </Section>
  );
}
