'use client';

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { BusyButton } from '#components/busy-button.tsx';
import classes from './edit-bar.module.css';
import { useOrderEdit } from './order-edit.tsx';

/** The bar at the lower edge while an order is edited: number of changes, save and discard. */
export function EditBar() {
  const { t } = useLingui();
  const { base, edits, refusal, isSaving, isRestored, isStale, save, discard, merge } = useOrderEdit();
  if (!base) return null;
  const count = Object.keys(edits).length;
  return (
    <Paper component="aside" aria-label={t`Changes`} className={classes.bar} p="sm" radius="md" shadow="lg">
      {isStale && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} mb="sm" py="xs">
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              <Trans>Somebody changed this order while you were editing it.</Trans>
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => merge(true)}>
              <Trans>Compare</Trans>
            </Button>
          </Group>
        </Alert>
      )}
      {refusal && (
        <Alert color="red" role="alert" title={t`Not saved`} mb="sm" py="xs">
          {refusal}
        </Alert>
      )}
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {count === 0 ? t`No changes yet.` : t`${plural(count, { one: '# change', other: '# changes' })}`}
          {isRestored && count > 0 && (
            <Text span inherit c="dimmed">
              {' · '}
              <Trans>What you had not saved is restored.</Trans>
            </Text>
          )}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={discard} disabled={isSaving}>
            {count === 0 ? t`Stop editing` : t`Discard`}
          </Button>
          <BusyButton onClick={save} loading={isSaving} disabled={count === 0}>
            <Trans>Save</Trans>
          </BusyButton>
        </Group>
      </Group>
    </Paper>
  );
}
