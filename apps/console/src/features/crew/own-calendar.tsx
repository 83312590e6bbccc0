import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { createCalendar } from './crew-operations.ts';

/** Shows the address by which the person's own calendar shows the jobs. */
export function OwnCalendar() {
  const { t } = useLingui();
  const [address, setAddress] = useState('');
  const [hasFailed, setFailed] = useState(false);

  async function show() {
    try {
      setAddress(await createCalendar());
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }

  if (address)
    return (
      <TextInput
        label={t`Address of your calendar`}
        description={t`Subscribe to it in your calendar program. It is shown only this once; an earlier one has ended.`}
        value={address}
        readOnly
        size="md"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    );
  return (
    <Stack gap={4}>
      <Button size="md" mih={44} variant="default" onClick={() => void show()}>
        <Trans>Show in my calendar</Trans>
      </Button>
      {hasFailed && (
        <Text size="sm" role="alert">
          <Trans>The address could not be created. Try again when the connection is back.</Trans>
        </Text>
      )}
    </Stack>
  );
}
