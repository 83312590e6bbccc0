import { Alert, Button, Group } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';

/** Says that what is shown was read before and could not be read again. */
export function OutdatedNote({ retry }: { retry: () => void }) {
  return (
    <Alert role="alert" color="orange" icon={<IconPlugConnectedX />} radius={0} py="xs">
      <Group gap="sm">
        This may be out of date: the server does not answer.
        <Button size="compact-sm" variant="default" onClick={retry}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}
