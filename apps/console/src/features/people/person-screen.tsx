'use client';

import { Alert, Anchor, Avatar, Badge, Box, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { Fact, Facts } from '#components/facts.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { ListSkeleton } from '#components/list/list-skeleton.tsx';
import { Instant } from '#components/moments.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { PageHead } from '#components/page-head.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { useMay } from '#components/rights.tsx';
import { Section } from '#components/section.tsx';
import { TextLink } from '#components/text-link.tsx';
import { RecentActs } from '#features/audit/index.ts';
import { TagsSection } from '#features/tags/index.ts';
import { countText } from '#lib/count-text.ts';
import { AccountBadge } from './account-badge.tsx';
import { CalendarSection } from './calendar/calendar-section.tsx';
import { type PersonFacts, personQuery } from './people-query.ts';
import { PersonActs } from './person-acts.tsx';

const ChangeRoles = dynamic(() => import('./change-roles.tsx').then((module) => module.ChangeRoles));
const EditAccount = dynamic(() => import('./edit-account.tsx').then((module) => module.EditAccount));

/** A person with roles and tags, and the account for administrators. */
export function PersonScreen({ id }: { id: number }) {
  const { data: person, error, isFetching, refetch } = useQuery(personQuery(id));
  if (person) {
    return (
      <>
        {error && <OutdatedNote retry={refetch} />}
        <PersonPage person={person} />
      </>
    );
  }
  if (!error) return <ListSkeleton of="details of the person" />;
  return (
    <ProblemPanel
      problem={error}
      subject="this person"
      retry={refetch}
      isRetrying={isFetching}
      elsewhere={<LinkButton href="/people">To the people</LinkButton>}
    />
  );
}

function PersonPage({ person }: { person: PersonFacts }) {
  const { user, account } = person;
  const employers = [...new Map(person.roles.map(({ organization }) => [organization.id, organization])).values()];
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['person', user.id] });
  return (
    <Box maw={960} px={{ base: 'md', sm: 'lg' }} py={{ base: 'md', sm: 'lg' }}>
      <PageHead
        back={{ href: '/people', label: 'People' }}
        title={user.name}
        picture={<Avatar src={user.profilePhotoUrl} name={user.name} alt="" size={52} color="initials" />}
        marks={
          <>
            {person.isViewer && <Badge color="indigo">You</Badge>}
            <AccountBadge person={person} />
          </>
        }
        acts={<PersonActs person={person} />}
      >
        <Text c="dimmed">{person.roles.map(({ role }) => role.name).join(', ') || 'No role'}</Text>
      </PageHead>
      <Stack gap="md" mt="md">
        {account?.refusal && !person.isViewer && (
          <Alert color="gray">You can’t change this account. {account.refusal}</Alert>
        )}
        <RolesSection person={person} refresh={refresh} />
        {account && <AccountSection person={person} account={account} refresh={refresh} />}
        {employers.map(({ id, name }) => (
          <CalendarSection
            key={id}
            of={{ personId: user.id, organizationId: id }}
            name={user.name}
            title={employers.length > 1 ? `Calendar at ${name}` : 'Calendar'}
          />
        ))}
        <TagsSection target="users" id={user.id} of={user.name} tags={user.tags} onSaved={refresh} />
        {account && <RecentActs of="person" id={user.id} />}
      </Stack>
    </Box>
  );
}

type PartProps = { person: PersonFacts; refresh: () => Promise<unknown> };

function RolesSection({ person, refresh }: PartProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const mayChange = useMay('administer') && person.account !== null && !person.isViewer;
  return (
    <Section
      title="Roles"
      aside={
        mayChange && (
          <Button variant="default" size="compact-sm" onClick={open}>
            Change roles
          </Button>
        )
      }
    >
      <Facts>
        {person.roles.map(({ role, organization }) => (
          <Fact key={role.id} name={role.name}>
            {role.description ?? 'No description.'}
            <Text inherit c="dimmed">
              {organization.name}
            </Text>
          </Fact>
        ))}
        {person.clients.length > 0 && (
          <Fact name="Clients">{person.clients.map(({ name }) => name).join(', ')}: can see their orders.</Fact>
        )}
      </Facts>
      {isOpen && <ChangeRoles person={person} onDone={refresh} close={close} />}
    </Section>
  );
}

function AccountSection({ person, account, refresh }: PartProps & { account: NonNullable<PersonFacts['account']> }) {
  const timeZone = useOrganizationTimeZone();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Section
      title="Account"
      aside={
        account.refusal === null && (
          <Button variant="default" size="compact-sm" onClick={open}>
            Edit
          </Button>
        )
      }
    >
      <Facts>
        <Fact name="E-mail">
          <Anchor href={`mailto:${account.email}`} inherit>
            {account.email}
          </Anchor>
          {!account.emailVerified && (
            <Text inherit c="dimmed">
              Not verified
            </Text>
          )}
        </Fact>
        <Fact name="Username">{account.username}</Fact>
        <Fact name="Password">{passwordText(account)}</Fact>
        {account.linkExpiresAt && (
          <Fact name="Password link">
            valid until <Instant instant={account.linkExpiresAt} timeZone={timeZone} />
          </Fact>
        )}
        <Fact name="Signed in">
          {countText(account.sessions, { one: '# console session', other: '# console sessions' })},{' '}
          {countText(account.apiLogins, { one: '# API login', other: '# API logins' })}
        </Fact>
        <Fact name="Created">
          <Instant instant={account.createdAt} timeZone={timeZone} />
        </Fact>
        {account.disabledAt && (
          <Fact name="Switched off">
            <Instant instant={account.disabledAt} timeZone={timeZone} />
          </Fact>
        )}
      </Facts>
      <Text size="sm" mt="sm">
        <TextLink href={`/audit?actor=${person.user.id}`}>Everything done by {person.user.name}</TextLink>
      </Text>
      {isOpen && <EditAccount person={person} account={account} onDone={refresh} close={close} />}
    </Section>
  );
}

function passwordText({ state }: NonNullable<PersonFacts['account']>): string {
  if (state === 'active') return 'Set';
  return state === 'passwordless' ? 'Not set: the person can’t sign in' : 'The account is switched off';
}
