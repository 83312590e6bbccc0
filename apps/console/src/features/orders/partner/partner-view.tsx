'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Code, Skeleton, Text } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Section } from '#components/section.tsx';

const PartnerAnswer = dynamic(() => import('./partner-answer.tsx').then((module) => module.PartnerAnswer), {
  ssr: false,
  loading: () => <Skeleton h={160} />,
});

type PartnerViewProps = { orderId: number; version: number };

/** The order as v1 returns it, and the operation behind the endpoint; loaded when opened. */
export function PartnerView({ orderId, version }: PartnerViewProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={t`As the partner sees it`}
      aside={
        <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t`Hide` : t`Show`}
        </Button>
      }
    >
      {isOpen ? (
        <PartnerAnswer orderId={orderId} version={version} />
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>
            The response of <Code>GET /v1/orders/{orderId}</Code>.
          </Trans>
        </Text>
      )}
    </Section>
  );
}
