'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, Button, Group, Table, Text } from '@mantine/core';
import { IconPlus, IconShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { ListHead } from '#components/list/list-head.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import classes from '#components/list/list-table.module.css';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { TextLink } from '#components/text-link.tsx';
import { parseAsId } from '#lib/url-parsers.ts';
import { DeleteRole } from './delete-role.tsx';
import { withPeopleFilters } from './people-filters.ts';
import { PeopleTabs } from './people-tabs.tsx';
import { permissionText } from './permission-text.ts';
import { type RolesPage, rolesQuery, type StaffRole } from './roles-query.ts';

const EditRole = dynamic(() => import('./edit-role.tsx').then((module) => module.EditRole));

/** The roles of the organization with their permissions and number of members. */
export function RolesScreen() {
  const { t } = useLingui();
  const query = useQuery(rolesQuery());
  const [isNew, setNew] = useState(false);
  const mayAdminister = (query.data?.administeredOrganizations.length ?? 0) > 0;
  return (
    <Box>
      <ListHead
        title={t`Roles`}
        total={query.data?.staffRoles.length}
        isNarrowed={false}
        acts={
          mayAdminister && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
              <Trans>New role</Trans>
            </Button>
          )
        }
      />
      <PeopleTabs />
      <ListResult forbidden={t`You may not see the roles`} query={query}>
        {(data) => (
          <>
            <Roles page={data} />
            {isNew && <EditRole organizations={data.administeredOrganizations} close={() => setNew(false)} />}
          </>
        )}
      </ListResult>
    </Box>
  );
}

function Roles({ page: { staffRoles, administeredOrganizations } }: { page: RolesPage }) {
  const { t } = useLingui();
  // The role in the URL is opened: the audit log links here.
  const [open, setOpen] = useQueryState('role', parseAsId);
  const opened = staffRoles.find(({ role }) => role.id === open);
  if (staffRoles.length === 0) {
    return (
      <StatePanel icon={IconShield} title={t`No roles yet`}>
        <Trans>Roles appear here after they are created or imported.</Trans>
      </StatePanel>
    );
  }
  const isOwn = ({ organization }: StaffRole) => administeredOrganizations.some(({ id }) => id === organization.id);
  return (
    <ScrollBox label={t`Roles, by name`}>
      <Table verticalSpacing={10} className={`${classes.table} ${classes.wide}`}>
        <Table.Caption className={classes.caption}>
          <Trans>Roles, by name</Trans>
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Role</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Permissions</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Sells for</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Held by</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <span className={classes.caption}>
                <Trans>Acts</Trans>
              </span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {staffRoles.map((one) => {
            const { products, cities, members } = one;
            return (
              <Table.Tr key={one.role.id}>
                <Table.Th
                  scope="row"
                  fw={400}
                  style={{ whiteSpace: 'normal', color: 'inherit', fontSize: 'inherit', verticalAlign: 'top' }}
                >
                  <Text inherit fw={600}>
                    {one.role.name}
                  </Text>
                  <Text inherit c="dimmed" maw={260}>
                    {one.role.description}
                  </Text>
                </Table.Th>
                <Table.Td>
                  <Permissions role={one} />
                </Table.Td>
                <Table.Td>
                  {one.client?.name ?? (
                    <Text inherit c="dimmed">
                      <Trans>Sells nothing</Trans>
                    </Text>
                  )}
                  <Text inherit c="dimmed" className={classes.nowrap}>
                    <Plural value={products} one="# product" other="# products" />,{' '}
                    <Plural value={cities} one="# city" other="# cities" />
                  </Text>
                </Table.Td>
                <Table.Td className={classes.nowrap}>
                  <TextLink href={withPeopleFilters('/people', { role: one.role.id })}>
                    <Plural value={members} one="# person" other="# people" />
                  </TextLink>
                </Table.Td>
                <Table.Td ta="end">
                  {isOwn(one) && (
                    <Group gap={6} justify="flex-end" wrap="nowrap">
                      <Button
                        variant="default"
                        size="compact-sm"
                        onClick={() => void setOpen(one.role.id)}
                        aria-label={t`Edit ${{ name: one.role.name }}`}
                      >
                        <Trans>Edit</Trans>
                      </Button>
                      {members + products === 0 && <DeleteRole role={one} />}
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {opened && isOwn(opened) && (
        <EditRole
          key={opened.role.id}
          role={opened}
          organizations={administeredOrganizations}
          close={() => void setOpen(null)}
        />
      )}
    </ScrollBox>
  );
}

function Permissions({ role: { role } }: { role: StaffRole }) {
  const { t, i18n } = useLingui();
  if (role.permissions.length === 0) {
    return (
      <Text inherit c="dimmed">
        <Trans>None</Trans>
      </Text>
    );
  }
  return (
    <Group
      component="ul"
      gap={6}
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
      aria-label={t`Permissions of ${{ name: role.name }}`}
    >
      {role.permissions.map(({ name, description }) => (
        <li key={name}>
          <Badge color="gray" title={permissionText(i18n, description)}>
            {name}
          </Badge>
        </li>
      ))}
    </Group>
  );
}
