'use client';

import { ActionIcon, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** A text with a button that copies it. */
export function CopyText({ text, name }: { text: string; name: string }) {
  return (
    <Group gap={2} wrap="nowrap" component="span" display="inline-flex">
      <Text span inherit className="tabular" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            size="sm"
            onClick={copy}
            aria-label={copied ? `${name} is copied` : `Copy ${name}`}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}
