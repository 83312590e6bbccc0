'use client';

import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { PersonSelect } from '#components/person-select.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { dayIn } from '#lib/format.ts';
import { instantOf } from '#lib/local-minute.ts';
import { say } from '#lib/notice.ts';
import { useViewer } from '#lib/viewer.ts';
import { RoleChoice } from '../role-choice.tsx';
import { rolesQuery } from '../roles-query.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { createAccount, findAccountOwners, type ServiceAccount, updateAccount } from './service-accounts-query.ts';

const FIELDS = ['name', 'description', 'roleIds', 'scopes', 'expiresAt', 'addressRanges', 'ownerId'];

const linesOf = (text: string) => text.split(/[\s,]+/).filter((line) => line !== '');

type EditServiceAccountProps = {
  /** The account to change; undefined creates a new one. */
  account?: ServiceAccount;
  close: () => void;
};

/** Creates a service account, or changes it. */
export function EditServiceAccount({ account, close }: EditServiceAccountProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const viewer = useViewer() ?? null;
  const { data } = useQuery(rolesQuery());
  const organizations = data?.administeredOrganizations ?? [];
  const [chosenOrganization, setOrganization] = useState<number>();
  const organizationId = account?.organization.id ?? chosenOrganization ?? organizations[0]?.id ?? 0;
  const timeZone = useOrganizationTimeZone();
  const formerEnd = account?.expiresAt ? dayIn(timeZone, new Date(account.expiresAt)) : '';
  const held = account?.roles.map(({ id }) => id) ?? [];
  const [values, setValues] = useState({
    name: account?.name ?? '',
    description: account?.description ?? '',
    roleIds: held,
    scopes: account?.scopes ?? [],
    expires: formerEnd,
    addressRanges: account?.addressRanges.join('\n') ?? '',
    owner: account?.owner ?? viewer,
  });
  const change = (part: Partial<typeof values>) => setValues((former) => ({ ...former, ...part }));

  async function save() {
    const { owner, expires, addressRanges, ...others } = values;
    const input = {
      ...others,
      description: values.description.trim() || null,
      addressRanges: linesOf(addressRanges),
      ...(expires === formerEnd ? {} : { expiresAt: expires === '' ? null : instantOf(`${expires}T00:00`, timeZone) }),
      ...(owner ? { ownerId: owner.id } : {}),
    };
    if (account) await updateAccount(account.id, input);
    else await createAccount(organizationId, input);
    await client.invalidateQueries({ queryKey: ['service-accounts'] });
    const name = values.name.trim();
    const text = account ? t`The change takes effect with the next request.` : t`Create a token for it next.`;
    void say({ kind: 'done', title: account ? t`${name} is saved` : t`${name} is created`, text });
    close();
  }

  return (
    <FormDialog
      title={account ? t`Service account ${{ name: account.name }}` : t`New service account`}
      closeLabel={t`Close without saving`}
      close={close}
      size="lg"
    >
      <SaveForm
        action={account ? t`Save` : t`Create service account`}
        values={{ ...values, organizationId: chosenOrganization }}
        fields={FIELDS}
        cancel={close}
        save={save}
      >
        {(fieldErrors) => (
          <>
            {!account && organizations.length > 1 && (
              <NativeSelect
                label={t`Organization`}
                value={String(organizationId)}
                data={organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
                onChange={({ currentTarget }) => {
                  setOrganization(Number(currentTarget.value));
                  change({ roleIds: [], owner: viewer });
                }}
              />
            )}
            <TextInput
              label={t`Name`}
              value={values.name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
              error={errorOf(t`The name`, fieldErrors.name)}
              autoComplete="off"
              data-autofocus
            />
            <Textarea
              label={t`Description`}
              autosize
              minRows={2}
              value={values.description}
              onChange={({ currentTarget }) => change({ description: currentTarget.value })}
              error={errorOf(t`The text`, fieldErrors.description)}
            />
            <ScopeChoice
              chosen={values.scopes}
              change={(scopes) => change({ scopes })}
              error={errorOf(t`The choice`, fieldErrors.scopes)}
            />
            {data ? (
              <RoleChoice
                roles={data.staffRoles.filter(({ organization }) => organization.id === organizationId)}
                chosen={values.roleIds}
                change={(roleIds) => change({ roleIds })}
                held={held}
                error={errorOf(t`The choice`, fieldErrors.roleIds)}
              />
            ) : (
              <Skeleton height={160} />
            )}
            <TextInput
              type="date"
              label={t`Valid until`}
              description={t`The account is refused from the beginning of this day. Empty: without an end.`}
              value={values.expires}
              onChange={({ currentTarget }) => change({ expires: currentTarget.value })}
              error={errorOf(t`The date`, fieldErrors.expiresAt)}
            />
            <Textarea
              label={t`Networks`}
              description={t`One in each line, such as 192.0.2.0/24. Empty: from everywhere.`}
              autosize
              minRows={2}
              value={values.addressRanges}
              onChange={({ currentTarget }) => change({ addressRanges: currentTarget.value })}
              error={errorOf(t`The list`, fieldErrors.addressRanges)}
              spellCheck={false}
            />
            <PersonSelect
              label={t`Responsible`}
              description={t`The account is refused while this person is switched off, or has no role in the organization.`}
              person={values.owner}
              onChange={(owner) => change({ owner })}
              organizationId={organizationId}
              find={findAccountOwners}
              queryKey={['people', 'owners']}
              error={errorOf(t`This person`, fieldErrors.ownerId)}
            />
          </>
        )}
      </SaveForm>
    </FormDialog>
  );
}
