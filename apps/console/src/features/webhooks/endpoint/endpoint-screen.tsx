'use client';

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fact, Facts } from '#components/facts.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { Nothing } from '#components/nothing.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { PageHead } from '#components/page-head.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useLocale } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { formatCount } from '#lib/format.ts';
import { HealthBadge } from '../endpoints/health-badge.tsx';
import { LiveDeliveries } from '../live/live-deliveries.tsx';
import { Moment } from '../moment.tsx';
import { DeliveryList } from '../records/delivery-list.tsx';
import { ActivitySection } from './activity-section.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointNotes } from './endpoint-notes.tsx';
import { type Endpoint, endpointQuery } from './endpoint-query.ts';
import classes from './endpoint-screen.module.css';

const LIST = { href: '/webhooks/endpoints', label: msg`Endpoints` };

/** An endpoint: its health, settings and deliveries. */
export function EndpointScreen({ id }: { id: number }) {
  const { t } = useLingui();
  const query = useQuery(endpointQuery(id));
  const { data: endpoint, error, refetch } = query;
  if (endpoint) {
    return (
      <>
        <LiveDeliveries />
        {error && <OutdatedNote retry={refetch} />}
        <EndpointPage endpoint={endpoint} />
      </>
    );
  }
  if (!error) return <Skeleton height={320} m="lg" />;
  return (
    <ProblemPanel
      query={query}
      forbidden={t`You may not see this endpoint`}
      elsewhere={
        <LinkButton href={LIST.href}>
          <Trans>To the endpoints</Trans>
        </LinkButton>
      }
    />
  );
}

function EndpointPage({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useLingui();
  return (
    <>
      <Box maw={1280} px={{ base: 'md', sm: 'lg' }} pt={{ base: 'md', sm: 'lg' }} pb="lg">
        <PageHead
          back={{ ...LIST, label: t(LIST.label) }}
          title={endpoint.url}
          marks={<HealthBadge endpoint={endpoint} size="lg" />}
          acts={<EndpointActions endpoint={endpoint} />}
        >
          <Text c="dimmed" size="sm">
            {endpoint.description || t`No description`}
          </Text>
        </PageHead>
        <Stack gap="md" mt="md">
          <EndpointNotes endpoint={endpoint} />
          <div className={classes.columns}>
            <ActivitySection endpointId={endpoint.id} />
            <EndpointFacts endpoint={endpoint} />
          </div>
        </Stack>
      </Box>
      <Title order={2} px={{ base: 'md', sm: 'lg' }} className={classes.heading}>
        <Trans>Deliveries</Trans>
      </Title>
      <DeliveryList endpointId={endpoint.id} />
    </>
  );
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { createdAt, lastSuccessAt, lastFailureAt, waitingCount } = endpoint;
  const person = endpoint.owner?.name;
  const { name } = endpoint.organization;
  const concurrency = formatCount(locale, endpoint.concurrency);
  const ratePerSecond = endpoint.ratePerSecond && formatCount(locale, endpoint.ratePerSecond);
  return (
    <Section title={t`Endpoint`}>
      <Facts>
        <Fact name={t`Receives`}>{person ? t`Orders that ${person} may see` : t`All orders of ${name}`}</Fact>
        <Fact name={t`Concurrent deliveries`}>{t`At most ${concurrency}`}</Fact>
        <Fact name={t`Deliveries per second`}>{ratePerSecond ? t`At most ${ratePerSecond}` : t`No limit`}</Fact>
        <Fact name={t`Waiting`}>{formatCount(locale, waitingCount)}</Fact>
        <Fact name={t`Last success`}>
          {lastSuccessAt ? <Moment instant={lastSuccessAt} /> : <Nothing meaning={t`Nothing yet`} />}
        </Fact>
        <Fact name={t`Last failure`}>
          {lastFailureAt ? <Moment instant={lastFailureAt} /> : <Nothing meaning={t`Nothing yet`} />}
        </Fact>
        <Fact name={t`Registered`}>
          <Moment instant={createdAt} />
        </Fact>
      </Facts>
    </Section>
  );
}
