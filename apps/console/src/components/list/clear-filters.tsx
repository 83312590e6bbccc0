import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

/** Removes all filters of a list. */
export const ClearFilters = ({ clear }: { clear: () => void }) => (
  <Button
    variant="subtle"
    color="gray"
    px="xs"
    leftSection={<IconX size={14} aria-hidden />}
    onClick={clear}
    aria-label="Clear all filters"
  >
    Clear
  </Button>
);
