'use client';

import { Box, Button, Group, NativeSelect, SegmentedControl, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { LinkButton } from '#components/link-button.tsx';
import { Day } from '#components/moments.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { dayIn, isDay } from '#lib/format.ts';
import { VIEWS } from '../board-address.ts';
import { LocalClocks } from '../local-clocks.tsx';
import classes from './manifest.module.css';
import { manifestParsers } from './manifest-address.ts';
import { type Manifest, manifestQuery } from './manifest-query.ts';
import { PersonSheet } from './person-sheet.tsx';

/** The manifest of a day for print or phone: one sheet for each driver or guide. */
export function ManifestScreen() {
  const [address, setAddress] = useQueryStates(manifestParsers, { history: 'push' });
  const today = dayIn(useOrganizationTimeZone(), new Date());
  const day = address.day ?? today;
  const { view, person } = address;
  const { data: manifest, error, isFetching, refetch } = useQuery(manifestQuery(day, view, person));
  return (
    <Box p={{ base: 'md', sm: 'lg' }} className={classes.manifest}>
      <Title order={1}>
        Manifest, <Day day={day} long />
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        As published, {view === 'guides' ? 'by guide' : 'by driver'}.{' '}
        {manifest && <LocalClocks jobs={manifest.jobs} day={day} />}
      </Text>
      <Group gap="sm" mb="lg" className={classes.controls}>
        <TextInput
          type="date"
          aria-label="Day"
          value={day}
          onChange={({ currentTarget }) => isDay(currentTarget.value) && void setAddress({ day: currentTarget.value })}
        />
        <SegmentedControl
          aria-label="Drivers or guides"
          data={[
            { value: 'drivers', label: 'Drivers' },
            { value: 'guides', label: 'Guides' },
          ]}
          value={view}
          onChange={(value) => void setAddress({ view: VIEWS.find((one) => one === value) ?? 'drivers', person: null })}
        />
        <NativeSelect
          aria-label="Person"
          value={person === null ? '' : String(person)}
          data={[
            { value: '', label: 'Everybody' },
            ...(manifest?.[view] ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => void setAddress({ person: Number(currentTarget.value) || null })}
        />
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
        <LinkButton href={`/dispatch?from=${day}&view=${view}`}>Back to the board</LinkButton>
      </Group>
      {manifest ? (
        <Sheets manifest={manifest} view={view} />
      ) : error ? (
        <ProblemPanel problem={error} subject="the manifest" retry={refetch} isRetrying={isFetching} />
      ) : (
        <Skeleton height={240} />
      )}
    </Box>
  );
}

function Sheets({ manifest, view }: { manifest: Manifest; view: 'drivers' | 'guides' }) {
  const people = manifest[view].filter(({ id }) => manifest.jobs.some(({ personId }) => personId === id));
  const unassigned = manifest.jobs.filter(({ personId }) => personId === null);
  if (manifest.jobs.length === 0) return <Text>No jobs on this day.</Text>;
  return (
    <>
      {people.map(({ id, name }) => (
        <PersonSheet key={id} name={name} jobs={manifest.jobs.filter(({ personId }) => personId === id)} />
      ))}
      {unassigned.length > 0 && <PersonSheet name="Unassigned" jobs={unassigned} />}
    </>
  );
}
