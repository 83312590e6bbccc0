import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';

/** A note that the shown data could not be refetched. */
export function OutdatedNote({ retry }: { retry: () => void }) {
  return (
    <Alert role="alert" color="orange" icon={<IconPlugConnectedX />} radius={0} py="xs">
      <Group gap="sm">
        <Trans>This may be out of date: the server does not respond.</Trans>
        <Button size="compact-sm" variant="default" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      </Group>
    </Alert>
  );
}
