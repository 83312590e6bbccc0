import { Alert, Button, CopyButton, Group, Stack, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type ShownOnceProps = {
  /** What is shown: `Signing secret`. */
  label: string;
  value: string;
  /** Whom to hand it to, and what it opens. */
  warning: ReactNode;
  /** What else is to be known. */
  children?: ReactNode;
  /** The button that goes on: `I have kept the secret`. */
  kept: string;
  close: () => void;
};

/** Something secret, this once: with a button that copies it, and no other way on than to say that it is kept. */
export function ShownOnce({ label, value, warning, children, kept, close }: ShownOnceProps) {
  return (
    <Stack gap="md">
      <Alert color="orange" icon={<IconKey aria-hidden />}>
        {warning}
      </Alert>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label={label}
          value={value}
          readOnly
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          data-autofocus
        />
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      {children}
      <Group justify="flex-end">
        <Button onClick={close}>{kept}</Button>
      </Group>
    </Stack>
  );
}
