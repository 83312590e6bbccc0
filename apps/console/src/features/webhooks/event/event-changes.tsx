'use client';

import { SegmentedControl, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Section } from '#components/section.tsx';
import { problemText } from '#lib/problem-text.ts';
import classes from './event-changes.module.css';
import { type Comparison, type EventChange, eventChangesQuery } from './event-query.ts';

const FORMS = {
  previous: { label: 'With the previous event', before: 'Previous event', after: 'This event' },
  now: { label: 'With the order now', before: 'This event', after: 'The order now' },
} as const;
const isComparison = (value: string): value is Comparison => Object.hasOwn(FORMS, value);

/** The changes from the previous event, or the changes of the order since this event. */
export function EventChanges({ eventId }: { eventId: string }) {
  const [against, setAgainst] = useState<Comparison>('previous');
  const { data, error } = useQuery(eventChangesQuery(eventId, against));
  return (
    <Section
      title="Changes"
      aside={
        <SegmentedControl
          size="xs"
          aria-label="Compare the event"
          value={against}
          onChange={(value) => isComparison(value) && setAgainst(value)}
          data={Object.entries(FORMS).map(([value, { label }]) => ({ value, label }))}
        />
      }
    >
      {error ? (
        <Text size="sm" role="alert">
          {problemText(error)}
        </Text>
      ) : !data ? (
        <Skeleton height={90} />
      ) : 'reason' in data ? (
        <Text size="sm" c="dimmed">
          {data.reason}
        </Text>
      ) : data.changes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {against === 'now'
            ? 'The order has not changed since this event.'
            : 'There are no differences from the previous event.'}
        </Text>
      ) : (
        <ChangesTable changes={data.changes} against={against} />
      )}
    </Section>
  );
}

function ChangesTable({ changes, against }: { changes: EventChange[]; against: Comparison }) {
  const { label, before, after } = FORMS[against];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={classes.box} aria-label={`Changes: ${label.toLowerCase()}`} tabIndex={0}>
      <Table verticalSpacing={6} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Member</Table.Th>
            <Table.Th scope="col">{before}</Table.Th>
            <Table.Th scope="col">{after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={change.path}>
              <Table.Th scope="row" className={classes.path}>
                {change.path}
              </Table.Th>
              <Table.Td>
                <Value value={change.before} kind="before" />
              </Table.Td>
              <Table.Td>
                <Value value={change.after} kind="after" />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Value({ value, kind }: { value: unknown; kind: 'before' | 'after' }) {
  const Tag = kind === 'before' ? 'del' : 'ins';
  if (value === null || value === undefined) return <span className={classes.nothing}>none</span>;
  return <Tag className={classes[kind]}>{typeof value === 'string' ? value : JSON.stringify(value, null, 1)}</Tag>;
}
