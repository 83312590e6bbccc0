'use client';

import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useOrderEdit } from './order-edit.tsx';

/** Turns what can be changed on the page into inputs. */
export function EditButton() {
  const { base, begin } = useOrderEdit();
  if (base) return null;
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
