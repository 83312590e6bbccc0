'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Divider, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { confirm } from '#components/confirm/confirm.ts';
import { FormDialog } from '#components/form-dialog.tsx';
import { useUnsaved } from '#components/leaving/use-unsaved.ts';
import { fieldErrorsOf } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { deleteView, type SavedView, updateView, type ViewInput, viewsQuery } from './views-query.ts';

type ManageViewsProps = { views: SavedView[]; query: string; close: () => void };

/** Renames, shares, replaces and deletes the views that the viewer may change. */
export function ManageViews({ views, query, close }: ManageViewsProps) {
  const { t } = useLingui();
  const changeable = views.filter(({ mayChange }) => mayChange);
  return (
    <FormDialog title={t`Change views`} closeLabel={t`Close`} close={close} size="lg">
      <Stack gap="md">
        {changeable.map((view, index) => (
          <div key={view.id}>
            {index > 0 && <Divider mb="md" />}
            <ViewForm view={view} query={query} />
          </div>
        ))}
        {changeable.length === 0 && (
          <Text c="dimmed">
            <Trans>There are no views that you may change.</Trans>
          </Text>
        )}
      </Stack>
    </FormDialog>
  );
}

function ViewForm({ view, query }: { view: SavedView; query: string }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [name, setName] = useState(view.name);
  useUnsaved(name !== view.name);
  const onSuccess = () => client.invalidateQueries({ queryKey: viewsQuery().queryKey });
  const changing = useMutation({ mutationFn: (input: ViewInput) => updateView(view.id, input), onSuccess });
  const deleting = useMutation({ mutationFn: () => deleteView(view.id), onSuccess });
  const error = changing.error ?? deleting.error;
  const fieldErrors = fieldErrorsOf(changing.error);

  async function remove(): Promise<void> {
    const body = view.isShared ? t`It is deleted for everybody in the organization.` : t`Only you can see it.`;
    if (
      await confirm({
        title: t`Delete the view “${{ name: view.name }}”?`,
        body,
        action: t`Delete it`,
        isDangerous: true,
      })
    ) {
      deleting.mutate();
    }
  }

  return (
    <Stack gap="xs" component="section" aria-label={view.name}>
      {error && !fieldErrors.name && (
        <Alert color="red" role="alert" p="xs">
          {problemText(i18n, error)}
        </Alert>
      )}
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t`Name`}
          flex={1}
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={fieldErrors.name}
          description={view.isOwn ? undefined : t`Created by ${{ name: view.owner.name }}`}
        />
        <BusyButton
          variant="default"
          disabled={name === view.name}
          loading={changing.isPending && changing.variables.name !== undefined}
          onClick={() => changing.mutate({ name })}
        >
          <Trans>Rename</Trans>
        </BusyButton>
      </Group>
      <Group gap="sm">
        <Switch
          label={t`Shared with everybody in the organization`}
          checked={view.isShared}
          onChange={({ currentTarget }) => changing.mutate({ isShared: currentTarget.checked })}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          ml="auto"
          disabled={view.query === query}
          onClick={() => changing.mutate({ query })}
        >
          {view.query === query ? t`Same as the current list` : t`Replace with the current list`}
        </Button>
        <Button variant="subtle" color="red" size="compact-sm" onClick={remove}>
          <Trans>Delete</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
