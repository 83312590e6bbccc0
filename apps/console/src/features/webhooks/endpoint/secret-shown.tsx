import { Alert, Button, CopyButton, Group, Stack, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type SecretShownProps = {
  secret: string;
  /** What else is to be known. */
  children?: ReactNode;
  close: () => void;
};

/** A secret, this once: with a button that copies it, and no other way on than to say that it is kept. */
export function SecretShown({ secret, children, close }: SecretShownProps) {
  return (
    <Stack gap="md">
      <Alert color="orange" icon={<IconKey aria-hidden />}>
        This is the only time that the secret is shown. Hand it to those who run the receiver now: they check every
        event’s signature with it.
      </Alert>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label="Signing secret"
          value={secret}
          readOnly
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          data-autofocus
        />
        <CopyButton value={secret}>
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
        <Button onClick={close}>I have kept the secret</Button>
      </Group>
    </Stack>
  );
}
