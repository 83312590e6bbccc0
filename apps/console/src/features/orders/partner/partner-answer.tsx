'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Code, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { JsonView } from '#components/json-view.tsx';
import { problemText } from '#lib/problem-text.ts';
import { operationQuery, partnerOrderQuery } from './partner-query.ts';

/** The response of v1 and its operation. */
export function PartnerAnswer({ orderId, version }: { orderId: number; version: number }) {
  const { t } = useLingui();
  const answer = useQuery(partnerOrderQuery(orderId, version));
  const operation = useQuery(operationQuery('GetOrder'));
  return (
    <Tabs defaultValue="answer" keepMounted={false}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="answer">
          <Trans>Response</Trans>
        </Tabs.Tab>
        <Tabs.Tab value="operation">
          <Trans>Operation</Trans>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="answer">
        <Loaded read={answer}>{(text) => <JsonView text={text} name={t`v1 response`} />}</Loaded>
      </Tabs.Panel>
      <Tabs.Panel value="operation">
        <Loaded read={operation}>
          {({ name, text, endpoints }) => {
            const paths = endpoints.join(', ');
            return (
              <Stack gap="xs">
                <Text size="sm">
                  <Trans>
                    <b>{name}</b> serves {paths}.
                  </Trans>
                </Text>
                <Code
                  block
                  tabIndex={0}
                  role="region"
                  aria-label={t`Text of the operation`}
                  mah={480}
                  style={{ overflow: 'auto' }}
                >
                  {text}
                </Code>
              </Stack>
            );
          }}
        </Loaded>
      </Tabs.Panel>
    </Tabs>
  );
}

type Read<Data> = { data: Data | undefined; error: Error | null; refetch: () => unknown };

function Loaded<Data>({ read, children }: { read: Read<Data>; children: (data: Data) => ReactNode }) {
  const { i18n } = useLingui();
  const { data, error, refetch } = read;
  if (data !== undefined) return children(data);
  if (!error) return <Skeleton h={160} />;
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{problemText(i18n, error)}</Text>
      <Button size="compact-sm" variant="default" onClick={() => refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </Stack>
  );
}
