import { Box, Skeleton, VisuallyHidden } from '@mantine/core';

const ROWS = Array.from({ length: 12 }, (_, row) => row);

/** Stands where events or deliveries will be. */
export function RecordsSkeleton({ name }: { name: string }) {
  return (
    <Box px={{ base: 'md', sm: 'lg' }} pt="md" aria-busy>
      <VisuallyHidden>The {name} are being loaded.</VisuallyHidden>
      {ROWS.map((row) => (
        <Skeleton key={row} height={30} mb={12} style={{ opacity: 1 - row / ROWS.length }} />
      ))}
    </Box>
  );
}
