'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, NativeSelect, SegmentedControl, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { LinkButton } from '#components/link-button.tsx';
import { LocalClocks } from '#components/local-clocks.tsx';
import { Day } from '#components/moments.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { UnknownFilters } from '#components/unknown-filters.tsx';
import { dayIn, isDay } from '#lib/format.ts';
import { VIEWS } from '../board-address.ts';
import classes from './manifest.module.css';
import { manifestParsers } from './manifest-address.ts';
import { type Manifest, manifestQuery } from './manifest-query.ts';
import { PersonSheet } from './person-sheet.tsx';

/** The manifest of a day for print or phone: one sheet for each driver or guide. */
export function ManifestScreen() {
  const { t } = useLingui();
  const [address, setAddress] = useQueryStates(manifestParsers, { history: 'push' });
  const today = dayIn(useOrganizationTimeZone(), new Date());
  const day = address.day ?? today;
  const { view, person } = address;
  const query = useQuery(manifestQuery(day, view, person));
  const { data: manifest, error } = query;
  return (
    <Box p={{ base: 'md', sm: 'lg' }} className={classes.manifest}>
      <Title order={1}>
        <Trans>
          Manifest, <Day day={day} long />
        </Trans>
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {view === 'guides' ? t`As published, by guide.` : t`As published, by driver.`}{' '}
        {manifest && <LocalClocks jobs={manifest.jobs} day={day} />}
      </Text>
      <UnknownFilters parsers={manifestParsers} />
      <Group gap="sm" mb="lg" className={classes.controls}>
        <TextInput
          type="date"
          aria-label={t`Day`}
          value={day}
          onChange={({ currentTarget }) => isDay(currentTarget.value) && void setAddress({ day: currentTarget.value })}
        />
        <SegmentedControl
          aria-label={t`Drivers or guides`}
          data={[
            { value: 'drivers', label: t`Drivers` },
            { value: 'guides', label: t`Guides` },
          ]}
          value={view}
          onChange={(value) => void setAddress({ view: VIEWS.find((one) => one === value) ?? 'drivers', person: null })}
        />
        <NativeSelect
          aria-label={t`Person`}
          value={person === null ? '' : String(person)}
          data={[
            { value: '', label: t`Everybody` },
            ...(manifest?.[view] ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => void setAddress({ person: Number(currentTarget.value) || null })}
        />
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
        <LinkButton href={`/dispatch?from=${day}&view=${view}`}>
          <Trans>Back to the board</Trans>
        </LinkButton>
      </Group>
      {manifest ? (
        <Sheets manifest={manifest} view={view} />
      ) : error ? (
        <ProblemPanel query={query} forbidden={t`You may not see the manifest`} />
      ) : (
        <Skeleton height={240} />
      )}
    </Box>
  );
}

function Sheets({ manifest, view }: { manifest: Manifest; view: 'drivers' | 'guides' }) {
  const { t } = useLingui();
  const people = manifest[view].filter(({ id }) => manifest.jobs.some(({ personId }) => personId === id));
  const unassigned = manifest.jobs.filter(({ personId }) => personId === null);
  if (manifest.jobs.length === 0)
    return (
      <Text>
        <Trans>No jobs on this day.</Trans>
      </Text>
    );
  return (
    <>
      {people.map(({ id, name }) => (
        <PersonSheet key={id} name={name} jobs={manifest.jobs.filter(({ personId }) => personId === id)} />
      ))}
      {unassigned.length > 0 && <PersonSheet name={t`Unassigned`} jobs={unassigned} />}
    </>
  );
}
