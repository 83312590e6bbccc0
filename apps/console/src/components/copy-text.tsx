'use client';

import { useLingui } from '@lingui/react/macro';
import { ActionIcon, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** A text with a button that copies it; `label` names the button: `Copy reference code`. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const { t } = useLingui();
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
            aria-label={copied ? t`Copied` : label}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}
