import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

/** Removes all filters of a list. */
export const ClearFilters = ({ clear }: { clear: () => void }) => {
  const { t } = useLingui();
  return (
    <Button
      variant="subtle"
      color="gray"
      px="xs"
      leftSection={<IconX size={14} aria-hidden />}
      onClick={clear}
      aria-label={t`Clear all filters`}
    >
      <Trans>Clear</Trans>
    </Button>
  );
};
