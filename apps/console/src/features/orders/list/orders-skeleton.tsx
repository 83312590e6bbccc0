'use client';

import { Trans } from '@lingui/react/macro';
import { Box, Skeleton, VisuallyHidden } from '@mantine/core';

const ROWS = Array.from({ length: 12 }, (_, row) => row);

/** A placeholder while the orders are loading. */
export function OrdersSkeleton() {
  return (
    <Box px={{ base: 'md', sm: 'lg' }} pt="md" aria-busy>
      <VisuallyHidden>
        <Trans>Loading the orders.</Trans>
      </VisuallyHidden>
      {ROWS.map((row) => (
        <Skeleton key={row} height={34} mb={12} style={{ opacity: 1 - row / ROWS.length }} />
      ))}
    </Box>
  );
}
