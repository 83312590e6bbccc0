import { Box, Text } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';

type HintProps = {
  /** `note` for information, `care` for a warning, `clash` for a conflict. */
  kind?: 'note' | 'care' | 'clash';
  title?: ReactNode;
  children: ReactNode;
};

const COLORS = { note: 'indigo', care: 'orange', clash: 'red' };

/** Information to read before acting. It has no alert role, because an alert interrupts screen readers. */
export function Hint({ kind = 'note', title, children }: HintProps) {
  const color = `var(--mantine-color-${COLORS[kind]}-light-color)`;
  // The usual color of links has too little contrast on these backgrounds.
  const style = { '--mantine-color-anchor': color } as CSSProperties;
  return (
    <Box bg={`var(--mantine-color-${COLORS[kind]}-light)`} px="md" py="sm" bdrs="md" fz="sm" style={style}>
      {title && (
        <Text component="p" fw={650} fz="sm" m={0} mb={4} c={color}>
          {title}
        </Text>
      )}
      {children}
    </Box>
  );
}
