import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type StatePanelProps = {
  icon: Icon;
  title: string;
  /** What it means and what to do. */
  children: ReactNode;
  /** What can be done right here. */
  action?: ReactNode;
  color?: string;
  /** Announced at once to those who can't see it; for what went wrong. */
  isAlert?: boolean;
};

/** Says in place of what was asked for why it is not there, and what to do. */
export function StatePanel({ icon: StateIcon, title, children, action, color = 'gray', isAlert }: StatePanelProps) {
  return (
    <Stack align="center" gap="xs" px="md" py={72} ta="center" role={isAlert ? 'alert' : undefined}>
      <ThemeIcon variant="light" color={color} size={48} radius="xl" mb={4}>
        <StateIcon size={24} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text c="dimmed" size="sm" maw={440}>
        {children}
      </Text>
      {action && <div style={{ marginTop: 12 }}>{action}</div>}
    </Stack>
  );
}
