'use client';

import { useLingui } from '@lingui/react/macro';
import { Skeleton, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { signInOptionsQuery } from '#features/session/index.ts';
import { say } from '#lib/notice.ts';
import { AccountFields } from './account-fields.tsx';
import { LinkShown } from './link-shown.tsx';
import { type HandedLink, invite, inviteByMail } from './people-acts.ts';
import { RoleChoice } from './role-choice.tsx';
import { rolesQuery } from './roles-query.ts';

const FIELDS = ['name', 'email', 'username', 'roleIds'];
const EMPTY = { name: '', email: '', username: '', roleIds: [] as number[] };

/** The local part of an e-mail address, reduced to the characters that usernames allow. */
const suggested = (email: string) => (email.split('@')[0] ?? '').replace(/[^A-Za-z0-9._-]/g, '').slice(0, 60);

/** Creates an account and shows the link to set its password once. */
export function InvitePerson({ close }: { close: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data } = useQuery(rolesQuery());
  const [values, setValues] = useState(EMPTY);
  const [link, setLink] = useState<HandedLink>();
  const mayMail = useQuery(signInOptionsQuery()).data?.linksByMail ?? false;
  const [isByHand, setByHand] = useState(false);
  const isMailed = mayMail && !isByHand;
  const change = (part: Partial<typeof EMPTY>) => setValues((former) => ({ ...former, ...part }));
  const own = data?.staffRoles.filter(({ organization }) =>
    data.administeredOrganizations.some(({ id }) => id === organization.id),
  );
  return (
    <FormDialog
      title={link ? t`${{ name: link.person.user.name }} is invited` : t`Invite a person`}
      closeLabel={t`Close without inviting`}
      close={close}
      size="lg"
      // An accidental click must not close what is shown only once.
      closeOnClickOutside={!link}
      closeOnEscape={!link}
      withCloseButton={!link}
    >
      {link ? (
        <LinkShown link={link} close={close} />
      ) : (
        <SaveForm
          action={t`Invite`}
          values={values}
          fields={FIELDS}
          cancel={close}
          save={async () => {
            const input = { ...values, username: values.username || suggested(values.email) };
            if (isMailed) {
              await inviteByMail(input);
              void say({ kind: 'done', title: t`The invitation of ${{ name: values.name }} will be sent` });
              close();
            } else setLink(await invite(input));
            void client.invalidateQueries({ queryKey: ['people'] });
          }}
        >
          {(fieldErrors) => (
            <>
              <AccountFields
                values={values}
                change={change}
                fieldErrors={fieldErrors}
                suggestion={suggested(values.email)}
              />
              {own ? (
                <RoleChoice
                  roles={own}
                  chosen={values.roleIds}
                  change={(roleIds) => change({ roleIds })}
                  error={errorOf(t`The choice`, fieldErrors.roleIds)}
                />
              ) : (
                <Skeleton height={160} />
              )}
              {mayMail && (
                <Switch
                  label={t`Mail the link instead of showing it`}
                  checked={isMailed}
                  onChange={({ currentTarget }) => setByHand(!currentTarget.checked)}
                />
              )}
            </>
          )}
        </SaveForm>
      )}
    </FormDialog>
  );
}
