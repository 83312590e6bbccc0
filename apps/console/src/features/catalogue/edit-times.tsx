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
import { type CatalogueFacts, changeProductTimes, type ProductTimes, productQuery } from './catalogue-query.ts';
import { otherwise, PRODUCT_TIMES } from './product-times.ts';

/** Edits how long the jobs of a product are estimated to take. Only members that changed are sent. */
export function EditTimes({ facts, close }: { facts: CatalogueFacts; close: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { id, title } = facts.product;
  const [changes, setChanges] = useState<ProductTimes>({});

  async function save() {
    await changeProductTimes(id, changes);
    await Promise.all([client.invalidateQueries({ queryKey: productQuery(id).queryKey }), refreshClashes(client)]);
    void say({ kind: 'done', title: t`The estimates are saved` });
    close();
  }

  return (
    <FormDialog title={t`Estimates of ${title}`} closeLabel={t`Close without saving`} close={close}>
      <SaveForm
        action={t`Save`}
        values={PRODUCT_TIMES.map(({ member }) => (changes[member] === facts[member] ? undefined : changes[member]))}
        fields={PRODUCT_TIMES.map(({ member }) => member)}
        cancel={close}
        save={save}
      >
        {(fieldErrors) => (
          <>
            <Text size="sm" c="dimmed">
              <Trans>Leave a field empty to use the value of the organization.</Trans>
            </Text>
            {PRODUCT_TIMES.map(({ member, label, description }) => (
              <WholeNumberInput
                key={member}
                label={t(label)}
                description={t(description)}
                placeholder={String(otherwise(facts, member) ?? '')}
                value={changes[member] === undefined ? facts[member] : changes[member]}
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
