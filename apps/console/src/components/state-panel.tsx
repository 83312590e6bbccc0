import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type StatePanelProps = {
  icon: Icon;
  title: string;
  /** The explanation and what to do. */
  children: ReactNode;
  /** A button or link. */
  action?: ReactNode;
  color?: string;
  /** Announce the panel to screen readers immediately; for errors. */
  isAlert?: boolean;
  /** Whether the panel is the whole page; its title is then the main heading. */
  isPage?: boolean;
};

/** A panel shown in place of missing content, with the reason and what to do. */
export function StatePanel({
  icon: StateIcon,
  title,
  children,
  action,
  color = 'gray',
  isAlert,
  isPage,
}: StatePanelProps) {
  return (
    <Stack align="center" gap="xs" px="md" py={72} ta="center" role={isAlert ? 'alert' : undefined}>
      <ThemeIcon variant="light" color={color} size={48} radius="xl" mb={4}>
        <StateIcon size={24} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <Title order={isPage ? 1 : 2} size="h3">
        {title}
      </Title>
      <Text c="dimmed" size="sm" maw={440}>
        {children}
      </Text>
      {action && <div style={{ marginTop: 12 }}>{action}</div>}
    </Stack>
  );
}
