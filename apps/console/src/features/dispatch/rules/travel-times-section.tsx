'use client';

import { Button, Group, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRef } from 'react';
import { confirm } from '#components/confirm/confirm.ts';
import classes from '#components/list/list-table.module.css';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { Section } from '#components/section.tsx';
import { useDialog } from '#components/use-dialog.ts';
import { countText } from '#lib/count-text.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { refreshClashes } from '#lib/refresh-clashes.ts';
import { type City, changeRules, type Rules, type TravelTime } from './rules-query.ts';

const EditTravelTime = dynamic(() => import('./edit-travel-time.tsx').then((module) => module.EditTravelTime), {
  ssr: false,
});

type TravelTimesSectionProps = { rules: Rules; cities: readonly City[]; title: string };

const namesOf = ({ from, to }: TravelTime): [string, string] =>
  from.name.localeCompare(to.name) <= 0 ? [from.name, to.name] : [to.name, from.name];
const pairText = (time: TravelTime) => namesOf(time).join(' and ');

/** The times between cities that an organization has set. */
export function TravelTimesSection({ rules, cities, title }: TravelTimesSectionProps) {
  const { subject: edited, open, close } = useDialog<'new' | TravelTime>();
  const addButton = useRef<HTMLButtonElement>(null);
  const client = useQueryClient();
  const times = [...rules.travelTimes].sort((one, other) => pairText(one).localeCompare(pairText(other)));

  async function remove(time: TravelTime) {
    const isSure = await confirm({
      title: 'Remove this travel time?',
      body: `The time between ${pairText(time)} is estimated by distance and speed again.`,
      action: 'Remove the travel time',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      const removed = { fromCityId: time.from.id, toCityId: time.to.id, minutes: null };
      await changeRules(rules.organizationId, { travelTimes: [removed] });
      await refreshClashes(client);
      void say({ kind: 'done', title: 'The travel time is removed' });
      // The button that had the focus is gone with its row.
      addButton.current?.focus();
    } catch (problem) {
      void say({ kind: 'failed', title: 'The travel time was not removed', text: problemText(problem) });
    }
  }

  return (
    <Section
      title={title}
      aside={
        rules.mayChange && (
          <Button ref={addButton} variant="default" size="compact-sm" onClick={() => open('new')}>
            Add travel time
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        Times apply in both directions. Between all other cities, the time is estimated by distance and travel speed.
      </Text>
      {times.length > 0 && (
        <ScrollBox label={`Table: ${title}`}>
          <Table className={classes.table}>
            <Table.Caption className={classes.caption}>{title}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Cities</Table.Th>
                <Table.Th scope="col">Time</Table.Th>
                {rules.mayChange && (
                  <Table.Th scope="col">
                    <span className={classes.caption}>Acts</span>
                  </Table.Th>
                )}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {times.map((time) => (
                <Table.Tr key={`${time.from.id}-${time.to.id}`}>
                  <Table.Td>{pairText(time)}</Table.Td>
                  <Table.Td className={classes.nowrap}>
                    {countText(time.minutes, { one: '# minute', other: '# minutes' })}
                  </Table.Td>
                  {rules.mayChange && (
                    <Table.Td>
                      <Group gap="xs" justify="flex-end">
                        <Button
                          variant="default"
                          size="compact-sm"
                          onClick={() => open(time)}
                          aria-label={`Change the time between ${pairText(time)}`}
                        >
                          Change
                        </Button>
                        <Button
                          variant="default"
                          size="compact-sm"
                          onClick={() => void remove(time)}
                          aria-label={`Remove the time between ${pairText(time)}`}
                        >
                          Remove
                        </Button>
                      </Group>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      )}
      {edited && (
        <EditTravelTime rules={rules} cities={cities} time={edited === 'new' ? undefined : edited} close={close} />
      )}
    </Section>
  );
}
