'use client';

import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useOrderEdit } from './order-edit.tsx';

/** Turns what can be changed on the page into inputs; nothing for who may change nothing. */
export function EditButton() {
  const { base, begin, mayChange } = useOrderEdit();
  // Whoever may change anything of an order may change its status.
  if (base || !mayChange('status')) return null;
  return (
    <Button
      variant="default"
      ml="auto"
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={begin}
      style={{ flexShrink: 0 }}
    >
      Edit
    </Button>
  );
}
