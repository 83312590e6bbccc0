'use client';

import { Box, Stack, Text } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { ListResult } from '#components/list/list-result.tsx';
import { PageHead } from '#components/page-head.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { useViewer } from '#lib/viewer.ts';
import { EstimatesSection } from './estimates-section.tsx';
import { rulesQuery } from './rules-query.ts';
import { TravelTimesSection } from './travel-times-section.tsx';

/** How the viewer's organizations estimate jobs and ways. */
export function RulesScreen() {
  const query = useQuery(rulesQuery());
  const organizations = useViewer()?.organizations ?? [];
  return (
    <Box maw={960} px={{ base: 'md', sm: 'lg' }} py={{ base: 'md', sm: 'lg' }}>
      <PageHead back={{ href: '/dispatch', label: 'Dispatch' }} title="Dispatch rules">
        <Text c="dimmed">The board finds clashes by these numbers.</Text>
      </PageHead>
      <ListResult of="dispatch rules" query={query}>
        {({ dispatchRules, catalogueCities }) => (
          <Stack gap="md" mt="md">
            {dispatchRules.length === 0 && (
              <StatePanel icon={IconAdjustments} title="No dispatch rules">
                Your roles don’t give access to the dispatch rules of an organization.
              </StatePanel>
            )}
            {dispatchRules.some(({ mayChange }) => !mayChange) && (
              <Text size="sm" c="dimmed">
                Only administrators of an organization can change its rules.
              </Text>
            )}
            {dispatchRules.map((rules) => {
              const name = organizations.find(({ id }) => id === rules.organizationId)?.name ?? '';
              const isOnly = dispatchRules.length === 1;
              return (
                <Fragment key={rules.organizationId}>
                  <EstimatesSection rules={rules} title={isOnly ? 'Estimates' : `Estimates of ${name}`} />
                  <TravelTimesSection
                    rules={rules}
                    cities={catalogueCities}
                    title={isOnly ? 'Travel times' : `Travel times of ${name}`}
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
