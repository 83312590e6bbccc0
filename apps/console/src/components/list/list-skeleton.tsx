import { Box, Skeleton, VisuallyHidden } from '@mantine/core';

const ROWS = Array.from({ length: 12 }, (_, row) => row);

/** Stands where the entries of a list will be. */
export function ListSkeleton({ of }: { of: string }) {
  return (
    <Box px={{ base: 'md', sm: 'lg' }} pt="md" aria-busy>
      <VisuallyHidden>The {of} are being loaded.</VisuallyHidden>
      {ROWS.map((row) => (
        <Skeleton key={row} height={34} mb={12} style={{ opacity: 1 - row / ROWS.length }} />
      ))}
    </Box>
  );
}
