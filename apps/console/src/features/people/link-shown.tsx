import { Alert, Button, CopyButton, Group, Stack, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { Instant } from '#components/moments.tsx';
import { useOfficeTimeZone } from '#components/regional.tsx';
import type { HandedLink } from './people-acts.ts';

/** A link to set a password, this once, with a button that copies it. */
export function LinkShown({ link, close }: { link: HandedLink; close: () => void }) {
  const timeZone = useOfficeTimeZone();
  return (
    <Stack gap="md">
      <Alert color="orange" icon={<IconKey aria-hidden />}>
        This is the only time that the link is shown. Hand it to {link.person.user.name} in person or by a channel that
        nobody else reads: whoever opens it sets the password. It works once, until{' '}
        <Instant instant={link.expiresAt} timeZone={timeZone} />.
      </Alert>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label="Link to set the password"
          value={link.url}
          readOnly
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          data-autofocus
        />
        <CopyButton value={link.url}>
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
      <Group justify="flex-end">
        <Button onClick={close}>I have kept the link</Button>
      </Group>
    </Stack>
  );
}
