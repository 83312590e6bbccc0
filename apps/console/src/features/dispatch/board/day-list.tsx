'use client';

import { Stack, Text, Title } from '@mantine/core';
import type { Card, Lane } from './cards.ts';
import classes from './dispatch.module.css';
import { PlainJobCard } from './job-card.tsx';

/** A day as a list grouped by person, for narrow screens. */
export function DayList({ lanes, open }: { lanes: Lane[]; open: (card: Card) => void }) {
  const busy = lanes.filter(({ cards }) => cards.length > 0);
  const free = lanes.filter(({ cards, personId }) => cards.length === 0 && personId !== null);
  return (
    <Stack gap="lg">
      {busy.map(({ personId, name, cards }) => (
        <section key={personId ?? 'unassigned'} aria-label={name}>
          <Title order={3} size="h4" mb={6}>
            {name}
          </Title>
          <ul className={classes.list}>
            {cards.map((card) => (
              <li key={card.key}>
                <PlainJobCard card={card} open={open} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {free.length > 0 && (
        <Text size="sm" c="dimmed">
          Free: {free.map(({ name }) => name).join(', ')}.
        </Text>
      )}
    </Stack>
  );
}
