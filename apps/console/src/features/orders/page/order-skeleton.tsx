'use client';

import { Trans } from '@lingui/react/macro';
import { Box, Skeleton, VisuallyHidden } from '@mantine/core';

/** A placeholder while the order is loading. */
export function OrderSkeleton() {
  return (
    <Box maw={1280} p={{ base: 'md', sm: 'lg' }} aria-busy>
      <VisuallyHidden>
        <Trans>Loading the order.</Trans>
      </VisuallyHidden>
      <Skeleton height={16} width={70} mb="md" />
      <Skeleton height={30} width={240} mb="sm" />
      <Skeleton height={16} width={320} maw="100%" mb="lg" />
      <Skeleton height={70} mb="md" />
      <Skeleton height={190} mb="md" />
      <Skeleton height={260} />
    </Box>
  );
}
