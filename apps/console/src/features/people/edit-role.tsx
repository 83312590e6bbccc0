'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Divider, NativeSelect, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { TagsEditor } from '#features/tags/index.ts';
import { say } from '#lib/notice.ts';
import { createRole, updateRole } from './people-acts.ts';
import { permissionText } from './permission-text.ts';
import { givableQuery, type StaffRole } from './roles-query.ts';

type EditRoleProps = {
  /** The role to change; undefined creates a new one. */
  role?: StaffRole;
  organizations: { id: number; name: string }[];
  close: () => void;
};

/** Creates a role, or changes its name, description and permissions. */
export function EditRole({ role, organizations, close }: EditRoleProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [organizationId, setOrganizationId] = useState(role?.organization.id ?? organizations[0]?.id ?? 0);
  const [clientId, setClientId] = useState<number | null>(null);
  const before = role?.role.permissions.map(({ name }) => name) ?? [];
  const [values, setValues] = useState({
    name: role?.role.name ?? '',
    description: role?.role.description ?? '',
    permissions: before,
  });
  const change = (part: Partial<typeof values>) => setValues((former) => ({ ...former, ...part }));
  const { data } = useQuery(givableQuery(organizationId));
  const refresh = () => client.invalidateQueries({ queryKey: ['roles'] });

  async function save() {
    const input = { ...values, description: values.description.trim() || null };
    if (role) await updateRole(role.role.id, input);
    else await createRole(organizationId, clientId, input);
    await refresh();
    const text = role ? t`The change takes effect immediately for everybody who holds the role.` : undefined;
    const name = values.name.trim();
    void say({ kind: 'done', title: role ? t`The role ${name} is saved` : t`The role ${name} is created`, text });
    close();
  }

  return (
    <FormDialog
      title={role ? t`Role ${{ name: role.role.name }}` : t`New role`}
      closeLabel={t`Close without saving`}
      close={close}
      size="lg"
    >
      <SaveForm
        action={role ? t`Save` : t`Create role`}
        values={{ ...values, permissions: values.permissions.toSorted(), organizationId, clientId }}
        fields={['name', 'description']}
        cancel={close}
        save={save}
      >
        {(fieldErrors) => (
          <>
            {!role && organizations.length > 1 && (
              <NativeSelect
                label={t`Organization`}
                value={String(organizationId)}
                data={organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
                onChange={({ currentTarget }) => {
                  setOrganizationId(Number(currentTarget.value));
                  setClientId(null);
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
            {!role && (
              <NativeSelect
                label={t`Sells for`}
                value={clientId === null ? '' : String(clientId)}
                data={[
                  { value: '', label: t`No client: the role sells nothing` },
                  ...(data?.roleClients ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                onChange={({ currentTarget }) => setClientId(currentTarget.value ? Number(currentTarget.value) : null)}
              />
            )}
            {data ? (
              <Checkbox.Group
                label={t`Permissions`}
                description={t`You can grant permissions that you hold yourself, and the permissions that stand for a job.`}
                value={values.permissions}
                onChange={(permissions) => change({ permissions })}
              >
                <Stack gap={8} mt="xs">
                  {data.permissions.map(({ permission: { name, description }, mayGive }) => (
                    <Checkbox
                      key={name}
                      value={name}
                      label={name}
                      description={permissionText(i18n, description)}
                      disabled={!mayGive && !before.includes(name)}
                    />
                  ))}
                </Stack>
              </Checkbox.Group>
            ) : (
              <Skeleton height={180} />
            )}
          </>
        )}
      </SaveForm>
      {role && (
        <>
          <Divider my="md" />
          <Text fw={550} size="sm" mb={6} id="role-tags">
            <Trans>Tags</Trans>
          </Text>
          <TagsEditor target="roles" id={role.role.id} of={role.role.name} tags={role.role.tags} onSaved={refresh} />
        </>
      )}
    </FormDialog>
  );
}
