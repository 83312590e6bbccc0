import { useLingui } from '@lingui/react/macro';
import { Alert, Button, CopyButton, Group, Stack, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type ShownOnceProps = {
  /** The label of the value: `Signing secret`. */
  label: string;
  value: string;
  /** Who should receive the value, and what it gives access to. */
  warning: ReactNode;
  /** Additional notes. */
  children?: ReactNode;
  /** The label of the closing button: `I have saved the secret`. */
  kept: string;
  close: () => void;
};

/** A secret that is shown once, with a copy button; it closes only after the user confirms that it is saved. */
export function ShownOnce({ label, value, warning, children, kept, close }: ShownOnceProps) {
  const { t } = useLingui();
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
              {copied ? t`Copied` : t`Copy`}
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
