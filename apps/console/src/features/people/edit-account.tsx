'use client';

import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { faultOf, SaveForm } from '#components/save-form.tsx';
import { say } from '#lib/notice.ts';
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
  const [values, setValues] = useState({
    name: person.user.name,
    email: account.email,
    username: account.username,
  });
  const change = (part: Partial<typeof values>) => setValues((former) => ({ ...former, ...part }));
  return (
    <Modal
      opened
      onClose={close}
      title={`Account of ${person.user.name}`}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close without saving' }}
    >
      <SaveForm
        action="Save"
        fields={['name', 'email', 'username']}
        cancel={close}
        save={async () => {
          await updateAccount(person.user.id, values);
          await onDone();
          void say({ kind: 'done', title: 'The account is saved' });
          close();
        }}
      >
        {(faults) => (
          <>
            <TextInput
              label="Name"
              value={values.name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
              error={faultOf('The name', faults.name)}
              autoComplete="off"
              data-autofocus
            />
            <TextInput
              type="email"
              label="E-mail"
              value={values.email}
              onChange={({ currentTarget }) => change({ email: currentTarget.value })}
              error={faultOf('The address', faults.email)}
              autoComplete="off"
            />
            <TextInput
              label="Username"
              value={values.username}
              onChange={({ currentTarget }) => change({ username: currentTarget.value })}
              error={faultOf('The username', faults.username)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </>
        )}
      </SaveForm>
    </Modal>
  );
}
