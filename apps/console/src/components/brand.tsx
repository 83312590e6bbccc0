import { Group, Text } from '@mantine/core';

/** The logo and the name of the product. */
export function Brand({ size = 26 }: { size?: number }) {
  return (
    <Group gap={10} wrap="nowrap">
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
        <title>Channel</title>
        <rect width="32" height="32" rx="8" fill="var(--mantine-color-indigo-7)" />
        <path
          d="M8 20.5c2.7 0 2.7-2 5.3-2s2.7 2 5.4 2 2.6-2 5.3-2M8 14.5c2.7 0 2.7-2 5.3-2s2.7 2 5.4 2 2.6-2 5.3-2"
          fill="none"
          stroke="#fff"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
      </svg>
      <Text span fw={680} size="md" style={{ letterSpacing: '-0.01em' }}>
        Channel
      </Text>
    </Group>
  );
}
