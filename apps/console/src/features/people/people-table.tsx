import { Trans, useLingui } from '@lingui/react/macro';
import { Avatar, Badge, Group, Table, Text } from '@mantine/core';
import { Link } from '#components/link.tsx';
import classes from '#components/list/list-table.module.css';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { useMay } from '#components/rights.tsx';
import { Tags } from '#components/tags.tsx';
import { AccountBadge } from './account-badge.tsx';
import type { PersonRow } from './people-query.ts';

/** People as a table; each row links to its person. */
export function PeopleTable({ people, isStale }: { people: PersonRow[]; isStale: boolean }) {
  const { t } = useLingui();
  const mayAdminister = useMay('administer');
  return (
    <ScrollBox label={t`People, by name`}>
      <Table
        highlightOnHover
        verticalSpacing={8}
        className={`${classes.table} ${classes.wide}`}
        data-stale={isStale}
        aria-busy={isStale}
      >
        <Table.Caption className={classes.caption}>
          <Trans>People, by name</Trans>
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Name</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Roles</Trans>
            </Table.Th>
            {mayAdminister && (
              <Table.Th scope="col">
                <Trans>Signs in as</Trans>
              </Table.Th>
            )}
            <Table.Th scope="col">
              <Trans>Tags</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((person) => (
            <Table.Tr key={person.user.id} className={classes.row}>
              <Table.Td>
                <Group gap={10} wrap="nowrap" align="flex-start">
                  <Avatar src={person.user.profilePhotoUrl} name={person.user.name} alt="" size={26} color="initials" />
                  <Group gap={8}>
                    <Link href={`/people/${person.user.id}`} className={classes.rowLink} data-row>
                      {person.user.name}
                    </Link>
                    {person.isViewer && (
                      <Badge color="indigo">
                        <Trans>You</Trans>
                      </Badge>
                    )}
                    <AccountBadge person={person} />
                  </Group>
                </Group>
              </Table.Td>
              <Table.Td>
                {person.roles.map(({ role }) => role.name).join(', ')}
                {person.clients.length > 0 && (
                  <Text inherit c="dimmed">
                    {person.clients.map(({ name }) => name).join(', ')}
                  </Text>
                )}
              </Table.Td>
              {mayAdminister && (
                <Table.Td>
                  {person.account?.username}
                  <Text inherit c="dimmed">
                    {person.account?.email}
                  </Text>
                </Table.Td>
              )}
              <Table.Td>
                <Tags tags={person.user.tags} of={person.user.name} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
