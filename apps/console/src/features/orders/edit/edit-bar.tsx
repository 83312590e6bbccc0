'use client';

import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { countText } from '#lib/count-text.ts';
import classes from './edit-bar.module.css';
import { useOrderEdit } from './order-edit.tsx';

/** The bar at the lower edge while an order is edited: number of changes, save and discard. */
export function EditBar() {
  const { base, edits, refusal, isSaving, isStale, save, discard, merge } = useOrderEdit();
  if (!base) return null;
  const count = Object.keys(edits).length;
  return (
    <Paper component="aside" aria-label="Changes" className={classes.bar} p="sm" radius="md" shadow="lg">
      {isStale && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} mb="sm" py="xs">
          <Group justify="space-between" gap="xs">
            <Text size="sm">Somebody changed this order while you were editing it.</Text>
            <Button size="compact-sm" variant="default" onClick={() => merge(true)}>
              Compare
            </Button>
          </Group>
        </Alert>
      )}
      {refusal && (
        <Alert color="red" role="alert" title="Not saved" mb="sm" py="xs">
          {refusal}
        </Alert>
      )}
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {count === 0 ? 'No changes yet.' : countText(count, { one: '# change', other: '# changes' })}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={discard} disabled={isSaving}>
            {count === 0 ? 'Stop editing' : 'Discard'}
          </Button>
          <Button onClick={save} loading={isSaving} disabled={count === 0}>
            Save
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
