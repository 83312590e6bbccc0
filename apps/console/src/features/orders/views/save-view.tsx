'use client';

import { useLingui } from '@lingui/react/macro';
import { Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { say } from '#lib/notice.ts';
import { createView, viewsQuery } from './views-query.ts';

/** Saves the current list as a view. */
export function SaveView({ query, close }: { query: string; close: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);

  async function save(): Promise<void> {
    await createView({ name, query, isShared });
    await client.invalidateQueries({ queryKey: viewsQuery().queryKey });
    void say({ kind: 'done', title: t`The view “${name}” is saved` });
    close();
  }

  return (
    <FormDialog title={t`Save this list as a view`} closeLabel={t`Close`} close={close}>
      <SaveForm action={t`Save the view`} fields={['name']} values={{ name, isShared }} save={save} cancel={close}>
        {(fieldErrors) => (
          <>
            <TextInput
              label={t`Name`}
              description={t`The view saves filters, sort and columns.`}
              data-autofocus
              required
              withAsterisk={false}
              maxLength={80}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              error={errorOf(t`The name`, fieldErrors.name)}
            />
            <Switch
              label={t`Shared with everybody in the organization`}
              checked={isShared}
              onChange={({ currentTarget }) => setShared(currentTarget.checked)}
            />
          </>
        )}
      </SaveForm>
    </FormDialog>
  );
}
