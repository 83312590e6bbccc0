import { Group, Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type SectionProps = {
  title: string;
  /** Stands at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A part of a page, under a heading that names it for everyone. */
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
