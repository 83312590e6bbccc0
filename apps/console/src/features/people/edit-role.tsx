'use client';

import { Checkbox, Divider, Modal, NativeSelect, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { TagsEditor } from '#features/tags/index.ts';
import { say } from '#lib/notice.ts';
import { createRole, updateRole } from './people-acts.ts';
import { givableQuery, type StaffRole } from './roles-query.ts';

type EditRoleProps = {
  /** The role to change; undefined creates a new one. */
  role?: StaffRole;
  organizations: { id: number; name: string }[];
  close: () => void;
};

/** Creates a role, or changes its name, description and permissions. */
export function EditRole({ role, organizations, close }: EditRoleProps) {
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
    const text = role ? 'The change takes effect immediately for everybody who holds the role.' : undefined;
    void say({ kind: 'done', title: `The role ${values.name.trim()} is ${role ? 'saved' : 'created'}`, text });
    close();
  }

  return (
    <Modal
      opened
      onClose={close}
      title={role ? `Role ${role.role.name}` : 'New role'}
      size="lg"
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close without saving' }}
    >
      <SaveForm action={role ? 'Save' : 'Create role'} fields={['name', 'description']} cancel={close} save={save}>
        {(fieldErrors) => (
          <>
            {!role && organizations.length > 1 && (
              <NativeSelect
                label="Organization"
                value={String(organizationId)}
                data={organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
                onChange={({ currentTarget }) => {
                  setOrganizationId(Number(currentTarget.value));
                  setClientId(null);
                }}
              />
            )}
            <TextInput
              label="Name"
              value={values.name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
              error={errorOf('The name', fieldErrors.name)}
              autoComplete="off"
              data-autofocus
            />
            <Textarea
              label="Description"
              autosize
              minRows={2}
              value={values.description}
              onChange={({ currentTarget }) => change({ description: currentTarget.value })}
              error={errorOf('The text', fieldErrors.description)}
            />
            {!role && (
              <NativeSelect
                label="Sells for"
                value={clientId === null ? '' : String(clientId)}
                data={[
                  { value: '', label: 'No client: the role sells nothing' },
                  ...(data?.roleClients ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                onChange={({ currentTarget }) => setClientId(currentTarget.value ? Number(currentTarget.value) : null)}
              />
            )}
            {data ? (
              <Checkbox.Group
                label="Permissions"
                description="You can grant permissions that you hold yourself, and the permissions that stand for a job."
                value={values.permissions}
                onChange={(permissions) => change({ permissions })}
              >
                <Stack gap={8} mt="xs">
                  {data.permissions.map(({ permission: { name, description }, mayGive }) => (
                    <Checkbox
                      key={name}
                      value={name}
                      label={name}
                      description={description}
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
            Tags
          </Text>
          <TagsEditor target="roles" id={role.role.id} of={role.role.name} tags={role.role.tags} onSaved={refresh} />
        </>
      )}
    </Modal>
  );
}
