'use client';

import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { say } from '#lib/notice.ts';
import { changeRoles } from './people-acts.ts';
import type { PersonFacts } from './people-query.ts';
import { RoleChoice } from './role-choice.tsx';
import { rolesQuery } from './roles-query.ts';

type ChangeRolesProps = { person: PersonFacts; onDone: () => Promise<unknown>; close: () => void };

/** Adds and removes roles of a person. Roles that others add concurrently are kept. */
export function ChangeRoles({ person, onDone, close }: ChangeRolesProps) {
  const { data } = useQuery(rolesQuery());
  const held = person.roles.map(({ role }) => role.id);
  const [chosen, setChosen] = useState(held);
  const own = data?.staffRoles.filter(({ organization }) =>
    data.administeredOrganizations.some(({ id }) => id === organization.id),
  );
  const add = chosen.filter((id) => !held.includes(id));
  const remove = held.filter((id) => !chosen.includes(id));
  return (
    <Modal
      opened
      onClose={close}
      title={`Roles of ${person.user.name}`}
      size="lg"
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close without changing roles' }}
    >
      <SaveForm
        action="Change roles"
        fields={['remove']}
        cancel={close}
        isDisabled={add.length + remove.length === 0}
        save={async () => {
          await changeRoles(person.user.id, add, remove);
          await onDone();
          void say({
            kind: 'done',
            title: `The roles of ${person.user.name} are changed`,
            text: 'The change takes effect immediately.',
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
              error={errorOf('The choice', fieldErrors.remove)}
            />
          ) : (
            <Skeleton height={160} />
          )
        }
      </SaveForm>
    </Modal>
  );
}
