'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRef } from 'react';
import { confirm } from '#components/confirm/confirm.ts';
import classes from '#components/list/list-table.module.css';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { Section } from '#components/section.tsx';
import { useDialog } from '#components/use-dialog.ts';
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

/** The times between cities that an organization has set. */
export function TravelTimesSection({ rules, cities, title }: TravelTimesSectionProps) {
  const { t, i18n } = useLingui();
  const { subject: edited, open, close } = useDialog<'new' | TravelTime>();
  const addButton = useRef<HTMLButtonElement>(null);
  const client = useQueryClient();
  const times = [...rules.travelTimes].sort((one, other) => `${namesOf(one)}`.localeCompare(`${namesOf(other)}`));

  async function remove(time: TravelTime) {
    const [first, second] = namesOf(time);
    const isSure = await confirm({
      title: t`Remove this travel time?`,
      body: t`The time between ${first} and ${second} is estimated by distance and speed again.`,
      action: t`Remove the travel time`,
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      const removed = { fromCityId: time.from.id, toCityId: time.to.id, minutes: null };
      await changeRules(rules.organizationId, { travelTimes: [removed] });
      await refreshClashes(client);
      void say({ kind: 'done', title: t`The travel time is removed` });
      // The button that had the focus is gone with its row.
      addButton.current?.focus();
    } catch (problem) {
      void say({ kind: 'failed', title: t`The travel time was not removed`, text: problemText(i18n, problem) });
    }
  }

  return (
    <Section
      title={title}
      aside={
        rules.mayChange && (
          <Button ref={addButton} variant="default" size="compact-sm" onClick={() => open('new')}>
            <Trans>Add travel time</Trans>
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        <Trans>
          Times apply in both directions. Between all other cities, the time is estimated by distance and travel speed.
        </Trans>
      </Text>
      {times.length > 0 && (
        <ScrollBox label={t`Table: ${title}`}>
          <Table className={classes.table}>
            <Table.Caption className={classes.caption}>{title}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">
                  <Trans>Cities</Trans>
                </Table.Th>
                <Table.Th scope="col">
                  <Trans>Time</Trans>
                </Table.Th>
                {rules.mayChange && (
                  <Table.Th scope="col">
                    <span className={classes.caption}>
                      <Trans>Acts</Trans>
                    </span>
                  </Table.Th>
                )}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {times.map((time) => (
                <TravelTimeRow
                  key={`${time.from.id}-${time.to.id}`}
                  time={time}
                  mayChange={rules.mayChange}
                  change={() => open(time)}
                  remove={() => void remove(time)}
                />
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

type TravelTimeRowProps = { time: TravelTime; mayChange: boolean; change: () => void; remove: () => void };

function TravelTimeRow({ time, mayChange, change, remove }: TravelTimeRowProps) {
  const { t } = useLingui();
  const [first, second] = namesOf(time);
  const { minutes } = time;
  return (
    <Table.Tr>
      <Table.Td>
        <Trans>
          {first} and {second}
        </Trans>
      </Table.Td>
      <Table.Td className={classes.nowrap}>
        <Plural value={minutes} one="# minute" other="# minutes" />
      </Table.Td>
      {mayChange && (
        <Table.Td>
          <Group gap="xs" justify="flex-end">
            <Button
              variant="default"
              size="compact-sm"
              onClick={change}
              aria-label={t`Change the time between ${first} and ${second}`}
            >
              <Trans>Change</Trans>
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              onClick={remove}
              aria-label={t`Remove the time between ${first} and ${second}`}
            >
              <Trans>Remove</Trans>
            </Button>
          </Group>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
