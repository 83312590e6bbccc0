import { Group, Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type SectionProps = {
  title: string;
  /** Shown at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A section of a page, labelled by its heading. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} p={{ base: 'md', sm: 'lg' }} radius="md">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}
