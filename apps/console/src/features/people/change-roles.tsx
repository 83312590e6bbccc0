'use client';

import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { say } from '#lib/notice.ts';
import { changeRoles } from './people-acts.ts';
import type { PersonFacts } from './people-query.ts';
import { RoleChoice } from './role-choice.tsx';
import { rolesQuery } from './roles-query.ts';

type ChangeRolesProps = { person: PersonFacts; onDone: () => Promise<unknown>; close: () => void };

/** Adds and removes roles of a person. Roles that others add concurrently are kept. */
export function ChangeRoles({ person, onDone, close }: ChangeRolesProps) {
  const { t } = useLingui();
  const { data } = useQuery(rolesQuery());
  const held = person.roles.map(({ role }) => role.id);
  const [chosen, setChosen] = useState(held);
  const own = data?.staffRoles.filter(({ organization }) =>
    data.administeredOrganizations.some(({ id }) => id === organization.id),
  );
  const add = chosen.filter((id) => !held.includes(id));
  const remove = held.filter((id) => !chosen.includes(id));
  return (
    <FormDialog
      title={t`Roles of ${{ name: person.user.name }}`}
      closeLabel={t`Close without changing roles`}
      close={close}
      size="lg"
    >
      <SaveForm
        action={t`Change roles`}
        values={{ add: add.toSorted(), remove }}
        fields={['remove']}
        cancel={close}
        isDisabled={add.length + remove.length === 0}
        save={async () => {
          await changeRoles(person.user.id, add, remove);
          await onDone();
          void say({
            kind: 'done',
            title: t`The roles of ${{ name: person.user.name }} are changed`,
            text: t`The change takes effect immediately.`,
          });
          close();
        }}
      >
        {(fieldErrors) =>
          own ? (
            <RoleChoice
              roles={own}
              chosen={chosen}
              change={setChosen}
              held={held}
              error={errorOf(t`The choice`, fieldErrors.remove)}
            />
          ) : (
            <Skeleton height={160} />
          )
        }
      </SaveForm>
    </FormDialog>
  );
}
