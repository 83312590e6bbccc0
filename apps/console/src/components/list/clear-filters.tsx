import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

/** Takes all filters of a list away. */
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
