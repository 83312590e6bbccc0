'use client';

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { ListSkeleton } from '#components/list/list-skeleton.tsx';
import { Day } from '#components/moments.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useLocale } from '#components/regional.tsx';
import { MentioningNotes } from '#features/notes/index.ts';
import { formatCount } from '#lib/format.ts';
import { parseAsId } from '#lib/url-parsers.ts';
import { useViewer } from '#lib/viewer.ts';
import { Backups } from './backups.tsx';
import { Departures } from './departures.tsx';
import { FailingEndpoints } from './failing-endpoints.tsx';
import { OrdersByDay } from './orders-by-day.tsx';
import classes from './overview.module.css';
import { type Overview, overviewQuery } from './overview-query.ts';
import { UnassignedTransfers } from './unassigned-transfers.tsx';
import { UnbalancedDepartures } from './unbalanced-departures.tsx';

/** The overview: today's departures, transfers without a driver, failing endpoints, recent orders. */
export function OverviewScreen() {
  const { t } = useLingui();
  const [organizationId, setOrganizationId] = useQueryState('organization', parseAsId);
  const organizations = useViewer()?.organizations ?? [];
  const query = useQuery(overviewQuery(organizationId));
  const { data, error, refetch } = query;
  const timeZone = data?.timeZone ?? '';
  return (
    <Box px={{ base: 'md', sm: 'lg' }} py={{ base: 'md', sm: 'lg' }} maw={1320}>
      <Group justify="space-between" align="baseline" mb="md">
        <Group gap="sm" align="baseline">
          <Title order={1}>
            <Trans>Overview</Trans>
          </Title>
          {data && (
            <Text c="dimmed" size="sm">
              <Trans>
                <Day day={data.today} long /> in the organization’s time zone ({timeZone})
              </Trans>
            </Text>
          )}
        </Group>
        {organizations.length > 1 && (
          <NativeSelect
            aria-label={t`Organization`}
            value={String(data?.organization.id ?? organizationId ?? '')}
            data={organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={({ currentTarget }) => void setOrganizationId(Number(currentTarget.value))}
          />
        )}
      </Group>
      {data ? (
        <>
          {error && <OutdatedNote retry={refetch} />}
          <UnbalancedDepartures departures={data.unbalancedDepartures} />
          <Figures overview={data} />
          <div className={classes.columns}>
            <Stack gap="md">
              <OrdersByDay days={data.ordersByDay} timeZone={timeZone} />
              <Departures departures={data.departures} today={data.today} />
            </Stack>
            <Stack gap="md">
              <MentioningNotes />
              <UnassignedTransfers transfers={data.unassignedTransfers} />
              <FailingEndpoints endpoints={data.failingEndpoints} timeZone={timeZone} />
              <Backups reports={data.backups} timeZone={timeZone} />
            </Stack>
          </div>
        </>
      ) : error ? (
        <ProblemPanel query={query} forbidden={t`You may not see the overview`} />
      ) : (
        <OverviewSkeleton />
      )}
    </Box>
  );
}

export function OverviewSkeleton() {
  return (
    <>
      <Skeleton height={86} />
      <ListSkeleton />
    </>
  );
}

function Figures({
  overview: { ordersByDay, departures, unassignedTransfers, failingEndpoints },
}: {
  overview: Overview;
}) {
  const { t } = useLingui();
  const locale = useLocale();
  const today = ordersByDay.at(-1);
  const guests = departures.reduce((sum, { booked }) => sum + booked, 0);
  const places = departures.reduce((sum, { capacity }) => sum + capacity, 0);
  const count = (number: number) => formatCount(locale, number);
  const [bookedToday, taken] = [today?.booked ?? 0, guests].map(count);
  return (
    <dl className={classes.figures}>
      <Figure name={t`Orders created today`} value={count(today?.made ?? 0)} note={t`${bookedToday} booked`} />
      <Figure
        name={t`Departures today`}
        value={count(departures.length)}
        note={t`${taken} of ${plural(places, { one: '# place', other: '# places' })} taken`}
      />
      <Figure
        name={t`Transfers without a driver`}
        value={count(unassignedTransfers.total)}
        note={t`within 7 days`}
        warns={unassignedTransfers.total > 0}
      />
      <Figure
        name={t`Failing webhook endpoints`}
        value={count(failingEndpoints.length)}
        note={failingEndpoints.length > 0 ? t`deliveries fail` : t`all endpoints in use work`}
        warns={failingEndpoints.length > 0}
      />
    </dl>
  );
}

function Figure({ name, value, note, warns = false }: { name: string; value: string; note: string; warns?: boolean }) {
  return (
    <div className={classes.figure} data-warns={warns}>
      <dt>{name}</dt>
      <dd>
        {value}
        <span className={classes.note}>{note}</span>
      </dd>
    </div>
  );
}
