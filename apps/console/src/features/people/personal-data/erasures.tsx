'use client';

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { type Erasure, erasuresQuery } from './personal-data-query.ts';

const STATES: Record<Erasure['state'], { label: MessageDescriptor; color: string }> = {
  waiting: { label: msg`Waiting`, color: 'orange' },
  running: { label: msg`Running`, color: 'blue' },
  done: { label: msg`Erased`, color: 'green' },
  failed: { label: msg`Failed`, color: 'red' },
};

/** The latest erasures of an organization, and how far they are. */
export function Erasures({ organizationId }: { organizationId: number }) {
  const { t } = useLingui();
  const { data: erasures } = useQuery(erasuresQuery(organizationId));
  return (
    <Section title={t`Erasures`}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Erasures, newest first`}>
        {erasures?.map((erasure) => (
          <li key={erasure.erasureId}>
            <Row erasure={erasure} />
          </li>
        ))}
      </Stack>
      {erasures?.length === 0 && (
        <Text c="dimmed">
          <Trans>Nothing was erased yet.</Trans>
        </Text>
      )}
    </Section>
  );
}

function Row({ erasure }: { erasure: Erasure }) {
  const { t } = useLingui();
  const timeZone = useOrganizationTimeZone();
  const { state, waitsFor, orderIds, requestedAt, requestedBy } = erasure;
  const orders = orderIds.join(', ');
  return (
    <Stack gap={2}>
      <Group gap="sm">
        <Badge color={STATES[state].color}>{t(STATES[state].label)}</Badge>
        <Text size="sm">
          <Trans>Orders {orders}</Trans>
        </Text>
        <Text size="sm" c="dimmed">
          {requestedBy.name}, <Instant instant={requestedAt} timeZone={timeZone} />
        </Text>
      </Group>
      {waitsFor === 'transactions' && (
        <Text size="sm">
          <Trans>The orders are erased. Copies follow when transactions have ended that may still store some.</Trans>
        </Text>
      )}
      {waitsFor === 'maintenance' && (
        <Text size="sm">
          <Trans>
            The values in the audit log are not erased yet: the operator has to set DATABASE_MAINTENANCE_URL for the
            worker.
          </Trans>
        </Text>
      )}
      {state === 'failed' && (
        <Text size="sm">
          <Trans>An internal error ended it. Request it again.</Trans>
        </Text>
      )}
    </Stack>
  );
}
