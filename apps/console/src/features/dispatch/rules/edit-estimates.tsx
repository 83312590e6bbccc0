'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { WholeNumberInput } from '#components/whole-number-input.tsx';
import { say } from '#lib/notice.ts';
import { refreshClashes } from '#lib/refresh-clashes.ts';
import { ESTIMATES, type Member } from './estimates.ts';
import { changeRules, type Rules } from './rules-query.ts';

type EditEstimatesProps = { rules: Rules; title: string; close: () => void };

/** Edits the estimates of an organization. Only members that changed are sent. */
export function EditEstimates({ rules, title, close }: EditEstimatesProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [changes, setChanges] = useState<Partial<Record<Member, number | null>>>({});

  async function save() {
    await changeRules(rules.organizationId, changes);
    await refreshClashes(client);
    void say({ kind: 'done', title: t`The estimates are saved` });
    close();
  }

  return (
    <FormDialog title={title} closeLabel={t`Close without saving`} close={close}>
      <SaveForm
        action={t`Save`}
        values={ESTIMATES.map(({ member }) => (changes[member] === rules[member] ? undefined : changes[member]))}
        fields={ESTIMATES.map(({ member }) => member)}
        cancel={close}
        save={save}
      >
        {(fieldErrors) => (
          <>
            <Text size="sm" c="dimmed">
              <Trans>Leave a field empty to use the usual value of this installation.</Trans>
            </Text>
            {ESTIMATES.map(({ member, label, description }) => (
              <WholeNumberInput
                key={member}
                label={t(label)}
                description={t(description)}
                placeholder={String(rules.usual[member])}
                value={changes[member] === undefined ? rules[member] : changes[member]}
                onChange={(value) => setChanges((former) => ({ ...former, [member]: value }))}
                error={errorOf(t`The number`, fieldErrors[member])}
              />
            ))}
          </>
        )}
      </SaveForm>
    </FormDialog>
  );
}
