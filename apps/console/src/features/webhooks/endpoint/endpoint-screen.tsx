'use client';

import { Box, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fact, Facts } from '#components/facts.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { Nothing } from '#components/nothing.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { PageHead } from '#components/page-head.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { Section } from '#components/section.tsx';
import { HealthBadge } from '../endpoints/health-badge.tsx';
import { LiveDeliveries } from '../live/live-deliveries.tsx';
import { Moment } from '../moment.tsx';
import { DeliveryList } from '../records/delivery-list.tsx';
import { ActivitySection } from './activity-section.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointNotes } from './endpoint-notes.tsx';
import { type Endpoint, endpointQuery } from './endpoint-query.ts';
import classes from './endpoint-screen.module.css';

const LIST = { href: '/webhooks/endpoints', label: 'Endpoints' };

/** An endpoint: its health, settings and deliveries. */
export function EndpointScreen({ id }: { id: number }) {
  const { data: endpoint, error, isFetching, refetch } = useQuery(endpointQuery(id));
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
      problem={error}
      subject="this endpoint"
      retry={refetch}
      isRetrying={isFetching}
      elsewhere={<LinkButton href={LIST.href}>To the endpoints</LinkButton>}
    />
  );
}

function EndpointPage({ endpoint }: { endpoint: Endpoint }) {
  return (
    <>
      <Box maw={1280} px={{ base: 'md', sm: 'lg' }} pt={{ base: 'md', sm: 'lg' }} pb="lg">
        <PageHead
          back={LIST}
          title={endpoint.url}
          marks={<HealthBadge endpoint={endpoint} size="lg" />}
          acts={<EndpointActions endpoint={endpoint} />}
        >
          <Text c="dimmed" size="sm">
            {endpoint.description || 'No description'}
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
        Deliveries
      </Title>
      <DeliveryList endpointId={endpoint.id} />
    </>
  );
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { owner, organization, concurrency, ratePerSecond, createdAt, lastSuccessAt, lastFailureAt, waitingCount } =
    endpoint;
  return (
    <Section title="Endpoint">
      <Facts>
        <Fact name="Receives">
          {owner ? `Orders that ${owner.name} may see` : `All orders of ${organization.name}`}
        </Fact>
        <Fact name="Concurrent deliveries">{deliveries(concurrency)}</Fact>
        <Fact name="Deliveries per second">{ratePerSecond === null ? 'No limit' : deliveries(ratePerSecond)}</Fact>
        <Fact name="Waiting">{waitingCount.toLocaleString('en')}</Fact>
        <Fact name="Last success">
          {lastSuccessAt ? <Moment instant={lastSuccessAt} /> : <Nothing meaning="Nothing yet" />}
        </Fact>
        <Fact name="Last failure">
          {lastFailureAt ? <Moment instant={lastFailureAt} /> : <Nothing meaning="Nothing yet" />}
        </Fact>
        <Fact name="Registered">
          <Moment instant={createdAt} />
        </Fact>
      </Facts>
    </Section>
  );
}

const deliveries = (max: number) => `At most ${max.toLocaleString('en')}`;
