'use client';

import { Trans } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { Absences } from './absences.tsx';
import type { Card, Lane } from './cards.ts';
import classes from './dispatch.module.css';
import { PlainJobCard } from './job-card.tsx';

type DayListProps = { day: string; lanes: Lane[]; open: (card: Card) => void };

/** A day as a list grouped by person, for narrow screens. */
export function DayList({ day, lanes, open }: DayListProps) {
  const busy = lanes.filter(({ cards, absences }) => cards.length + absences.length > 0);
  const free = lanes.filter((lane) => !busy.includes(lane) && lane.personId !== null);
  const names = free.map(({ name }) => name).join(', ');
  return (
    <Stack gap="lg">
      {busy.map((lane) => {
        const { personId, name, cards } = lane;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields
          <div key={personId ?? 'unassigned'} role="group" aria-label={name}>
            <Title order={3} size="h4" mb={6}>
              {name}
            </Title>
            <Absences lane={lane} day={day} />
            <ul className={classes.list}>
              {cards.map((card) => (
                <li key={card.key}>
                  <PlainJobCard card={card} open={open} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      {free.length > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Free: {names}.</Trans>
        </Text>
      )}
    </Stack>
  );
}
