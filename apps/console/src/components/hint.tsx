import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type HintProps = {
  /** `note` for what is good to know, `care` for what is easily overlooked, `clash` for what does not go together. */
  kind?: 'note' | 'care' | 'clash';
  title?: ReactNode;
  children: ReactNode;
};

const COLORS = { note: 'indigo', care: 'orange', clash: 'red' };

/** Something to know before acting. It belongs to the page, and is no alert: that interrupts those who listen to it. */
export function Hint({ kind = 'note', title, children }: HintProps) {
  return (
    <Box bg={`var(--mantine-color-${COLORS[kind]}-light)`} px="md" py="sm" bdrs="md" fz="sm">
      {title && (
        <Text component="p" fw={650} fz="sm" m={0} mb={4} c={`var(--mantine-color-${COLORS[kind]}-light-color)`}>
          {title}
        </Text>
      )}
      {children}
    </Box>
  );
}
