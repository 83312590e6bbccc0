'use client';

import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useOrderEdit } from './order-edit.tsx';

/** Starts editing; hidden if the viewer may not change the order. */
export function EditButton() {
  const { base, begin, mayChange } = useOrderEdit();
  // The permission to change the status is implied by every other permission to change the order.
  if (base || !mayChange('status')) return null;
  return (
    <Button
      variant="default"
      ml="auto"
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={begin}
      style={{ flexShrink: 0 }}
    >
      <Trans>Edit</Trans>
    </Button>
  );
}
