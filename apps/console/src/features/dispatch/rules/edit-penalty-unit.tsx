'use client';

import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { say } from '#lib/notice.ts';
import { isPenaltyUnit, PENALTY_UNITS } from './penalty-units.ts';
import { changeRules, type Rules, rulesQuery } from './rules-query.ts';

type EditPenaltyUnitProps = { rules: Rules; title: string; close: () => void };

/** Sets the unit of the times of cancellation penalties. */
export function EditPenaltyUnit({ rules, title, close }: EditPenaltyUnitProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [chosen, setChosen] = useState(rules.penaltyUnit);
  const unit = t(PENALTY_UNITS[rules.usual.penaltyUnit]);

  async function save() {
    await changeRules(rules.organizationId, { penaltyUnit: chosen });
    await client.invalidateQueries({ queryKey: rulesQuery().queryKey });
    void client.invalidateQueries({ queryKey: ['cancellation-terms'] });
    void say({ kind: 'done', title: t`The unit is saved` });
    close();
  }

  return (
    <FormDialog title={title} closeLabel={t`Close without saving`} close={close}>
      <SaveForm action={t`Save`} values={{ chosen }} fields={['penaltyUnit']} cancel={close} save={save}>
        {(fieldErrors) => (
          <NativeSelect
            label={t`Unit of penalty times`}
            data={[
              { value: '', label: t`As usual: ${unit}` },
              ...Object.entries(PENALTY_UNITS).map(([value, label]) => ({ value, label: t(label) })),
            ]}
            value={chosen ?? ''}
            onChange={({ currentTarget: { value } }) => setChosen(isPenaltyUnit(value) ? value : null)}
            error={errorOf(t`The unit`, fieldErrors.penaltyUnit)}
            data-autofocus
          />
        )}
      </SaveForm>
    </FormDialog>
  );
}
