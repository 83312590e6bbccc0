'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Stack, Text } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { ListResult } from '#components/list/list-result.tsx';
import { PageHead } from '#components/page-head.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { useViewer } from '#lib/viewer.ts';
import { CancellationSection } from './cancellation-section.tsx';
import { EstimatesSection } from './estimates-section.tsx';
import { rulesQuery } from './rules-query.ts';
import { TravelTimesSection } from './travel-times-section.tsx';

/** How the viewer's organizations estimate jobs and ways. */
export function RulesScreen() {
  const { t } = useLingui();
  const query = useQuery(rulesQuery());
  const organizations = useViewer()?.organizations ?? [];
  return (
    <Box maw={960} px={{ base: 'md', sm: 'lg' }} py={{ base: 'md', sm: 'lg' }}>
      <PageHead back={{ href: '/dispatch', label: t`Dispatch` }} title={t`Dispatch rules`}>
        <Text c="dimmed">
          <Trans>The board finds clashes by these numbers.</Trans>
        </Text>
      </PageHead>
      <ListResult forbidden={t`You may not see the dispatch rules`} query={query}>
        {({ dispatchRules, catalogueCities }) => (
          <Stack gap="md" mt="md">
            {dispatchRules.length === 0 && (
              <StatePanel icon={IconAdjustments} title={t`No dispatch rules`}>
                <Trans>Your roles don’t give access to the dispatch rules of an organization.</Trans>
              </StatePanel>
            )}
            {dispatchRules.some(({ mayChange }) => !mayChange) && (
              <Text size="sm" c="dimmed">
                <Trans>Only administrators of an organization can change its rules.</Trans>
              </Text>
            )}
            {dispatchRules.map((rules) => {
              const name = organizations.find(({ id }) => id === rules.organizationId)?.name ?? '';
              const isOnly = dispatchRules.length === 1;
              return (
                <Fragment key={rules.organizationId}>
                  <EstimatesSection rules={rules} title={isOnly ? t`Estimates` : t`Estimates of ${name}`} />
                  <TravelTimesSection
                    rules={rules}
                    cities={catalogueCities}
                    title={isOnly ? t`Travel times` : t`Travel times of ${name}`}
                  />
                  <CancellationSection
                    rules={rules}
                    title={isOnly ? t`Cancellation policies` : t`Cancellation policies of ${name}`}
                  />
                </Fragment>
              );
            })}
          </Stack>
        )}
      </ListResult>
    </Box>
  );
}
