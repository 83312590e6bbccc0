import { useLingui } from '@lingui/react/macro';
import { Checkbox, Stack, Text } from '@mantine/core';
import { permissionText } from './permission-text.ts';
import type { StaffRole } from './roles-query.ts';

type RoleChoiceProps = {
  roles: StaffRole[];
  chosen: readonly number[];
  change: (chosen: number[]) => void;
  /** Roles that can be removed although the viewer may not grant them. */
  held?: readonly number[];
  error?: string | undefined;
};

/** Selects the roles of a person. Roles that the viewer may not grant can't be chosen. */
export function RoleChoice({ roles, chosen, change, held = [], error }: RoleChoiceProps) {
  const { t, i18n } = useLingui();
  const isOneOrganization = new Set(roles.map(({ organization }) => organization.id)).size === 1;
  return (
    <Checkbox.Group
      label={t`Roles`}
      description={t`They decide what may be seen and done. You can’t grant roles that allow more than you may do yourself.`}
      value={chosen.map(String)}
      onChange={(values) => change(values.map(Number))}
      error={error}
    >
      <Stack gap={8} mt="xs">
        {roles.map(({ role, organization, client, mayGive }) => (
          <Checkbox
            key={role.id}
            value={String(role.id)}
            disabled={!mayGive && !held.includes(role.id)}
            label={
              <>
                {role.name}
                {client && t` (sells for ${{ name: client.name }})`}
                {!isOneOrganization && ` · ${organization.name}`}
              </>
            }
            description={
              <Text span inherit>
                {role.description ??
                  role.permissions.map(({ description }) => permissionText(i18n, description)).join(' ')}
              </Text>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
