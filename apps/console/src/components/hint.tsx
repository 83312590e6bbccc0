import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type HintProps = {
  /** `note` for information, `care` for a warning, `clash` for a conflict. */
  kind?: 'note' | 'care' | 'clash';
  title?: ReactNode;
  children: ReactNode;
};

const COLORS = { note: 'indigo', care: 'orange', clash: 'red' };

/** Information to read before acting. It has no alert role, because an alert interrupts screen readers. */
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
