'use client';

import { Alert, Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { say } from '#lib/notice.ts';
import { fieldErrorsOf } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { createView, viewsQuery } from './views-query.ts';

/** Saves the current list as a view. */
export function SaveView({ query, close }: { query: string; close: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const saving = useMutation({
    mutationFn: () => createView({ name, query, isShared }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: viewsQuery().queryKey });
      void say({ kind: 'done', title: `The view “${name}” is saved` });
      close();
    },
  });
  const fieldErrors = fieldErrorsOf(saving.error);
  function submit(event: FormEvent): void {
    event.preventDefault();
    saving.mutate();
  }
  return (
    <Modal opened onClose={close} title="Save this list as a view" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {saving.error && !fieldErrors.name && (
            <Alert color="red" role="alert" p="sm">
              {problemText(saving.error)}
            </Alert>
          )}
          <TextInput
            label="Name"
            description="The view saves filters, sort and columns."
            data-autofocus
            required
            withAsterisk={false}
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={fieldErrors.name}
          />
          <Switch
            label="Shared with everybody in the organization"
            checked={isShared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save the view
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
