'use client';

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { SaveForm } from '#components/save-form.tsx';
import { say } from '#lib/notice.ts';
import { AccountFields } from './account-fields.tsx';
import { updateAccount } from './people-acts.ts';
import type { PersonFacts } from './people-query.ts';

type EditAccountProps = {
  person: PersonFacts;
  account: NonNullable<PersonFacts['account']>;
  onDone: () => Promise<unknown>;
  close: () => void;
};

/** Changes the names of an account. */
export function EditAccount({ person, account, onDone, close }: EditAccountProps) {
  const { t } = useLingui();
  const [values, setValues] = useState({
    name: person.user.name,
    email: account.email,
    username: account.username,
  });
  const change = (part: Partial<typeof values>) => setValues((former) => ({ ...former, ...part }));
  return (
    <FormDialog title={t`Account of ${{ name: person.user.name }}`} closeLabel={t`Close without saving`} close={close}>
      <SaveForm
        action={t`Save`}
        values={values}
        fields={['name', 'email', 'username']}
        cancel={close}
        save={async () => {
          await updateAccount(person.user.id, values);
          await onDone();
          void say({ kind: 'done', title: t`The account is saved` });
          close();
        }}
      >
        {(fieldErrors) => <AccountFields values={values} change={change} fieldErrors={fieldErrors} />}
      </SaveForm>
    </FormDialog>
  );
}
