'use client';

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { Section } from '#components/section.tsx';
import { problemText } from '#lib/problem-text.ts';
import classes from './event-changes.module.css';
import { type Comparison, type EventChange, eventChangesQuery } from './event-query.ts';

const FORMS = {
  previous: {
    label: msg`With the previous event`,
    table: msg`Changes: with the previous event`,
    before: msg`Previous event`,
    after: msg`This event`,
  },
  now: {
    label: msg`With the order now`,
    table: msg`Changes: with the order now`,
    before: msg`This event`,
    after: msg`The order now`,
  },
} as const;
const isComparison = (value: string): value is Comparison => Object.hasOwn(FORMS, value);

/** The changes from the previous event, or the changes of the order since this event. */
export function EventChanges({ eventId }: { eventId: string }) {
  const { t, i18n } = useLingui();
  const [against, setAgainst] = useState<Comparison>('previous');
  const { data, error } = useQuery(eventChangesQuery(eventId, against));
  return (
    <Section
      title={t`Changes`}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t`Compare the event`}
          value={against}
          onChange={(value) => isComparison(value) && setAgainst(value)}
          data={Object.entries(FORMS).map(([value, { label }]) => ({ value, label: t(label) }))}
        />
      }
    >
      {error ? (
        <Text size="sm" role="alert">
          {problemText(i18n, error)}
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
            ? t`The order has not changed since this event.`
            : t`There are no differences from the previous event.`}
        </Text>
      ) : (
        <ChangesTable changes={data.changes} against={against} />
      )}
    </Section>
  );
}

function ChangesTable({ changes, against }: { changes: EventChange[]; against: Comparison }) {
  const { t } = useLingui();
  const { table, before, after } = FORMS[against];
  return (
    <ScrollBox className={classes.box} label={t(table)}>
      <Table verticalSpacing={6} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Member</Trans>
            </Table.Th>
            <Table.Th scope="col">{t(before)}</Table.Th>
            <Table.Th scope="col">{t(after)}</Table.Th>
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
    </ScrollBox>
  );
}

function Value({ value, kind }: { value: unknown; kind: 'before' | 'after' }) {
  const Tag = kind === 'before' ? 'del' : 'ins';
  if (value === null || value === undefined)
    return (
      <span className={classes.nothing}>
        <Trans>
          <Trans>none</Trans>
        </Trans>
      </span>
    );
  return <Tag className={classes[kind]}>{typeof value === 'string' ? value : JSON.stringify(value, null, 1)}</Tag>;
}
