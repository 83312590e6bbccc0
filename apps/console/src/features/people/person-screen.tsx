'use client';

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
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
import { CrewAccessSection, LastMail } from '#features/crew-links/index.ts';
import { TagsSection } from '#features/tags/index.ts';
import { AccountBadge } from './account-badge.tsx';
import { CalendarSection } from './calendar/calendar-section.tsx';
import { type PersonFacts, personQuery } from './people-query.ts';
import { PersonActs } from './person-acts.tsx';
import { ScheduleSection } from './schedule/schedule-section.tsx';

const ChangeRoles = dynamic(() => import('./change-roles.tsx').then((module) => module.ChangeRoles));
const EditAccount = dynamic(() => import('./edit-account.tsx').then((module) => module.EditAccount));

/** A person with roles and tags, and the account for administrators. */
export function PersonScreen({ id }: { id: number }) {
  const { t } = useLingui();
  const query = useQuery(personQuery(id));
  const { data: person, error, refetch } = query;
  if (person) {
    return (
      <>
        {error && <OutdatedNote retry={refetch} />}
        <PersonPage person={person} />
      </>
    );
  }
  if (!error) return <ListSkeleton />;
  return (
    <ProblemPanel
      query={query}
      forbidden={t`You may not see this person`}
      elsewhere={
        <LinkButton href="/people">
          <Trans>To the people</Trans>
        </LinkButton>
      }
    />
  );
}

function PersonPage({ person }: { person: PersonFacts }) {
  const { t } = useLingui();
  const { user, account } = person;
  const employers = [...new Map(person.roles.map(({ organization }) => [organization.id, organization])).values()];
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['person', user.id] });
  return (
    <Box maw={1200} px={{ base: 'md', sm: 'lg' }} py={{ base: 'md', sm: 'lg' }}>
      <PageHead
        back={{ href: '/people', label: t`People` }}
        title={user.name}
        picture={<Avatar src={user.profilePhotoUrl} name={user.name} alt="" size={52} color="initials" />}
        marks={
          <>
            {person.isViewer && (
              <Badge color="indigo">
                <Trans>You</Trans>
              </Badge>
            )}
            <AccountBadge person={person} />
          </>
        }
        acts={<PersonActs person={person} />}
      >
        <Text c="dimmed">{person.roles.map(({ role }) => role.name).join(', ') || t`No role`}</Text>
      </PageHead>
      <Stack gap="md" mt="md">
        {account?.refusal && !person.isViewer && (
          <Alert color="gray">
            <Trans>You can’t change this account.</Trans> {account.refusal}
          </Alert>
        )}
        {employers.length > 0 && <ScheduleSection personId={user.id} />}
        <RolesSection person={person} refresh={refresh} />
        {account && <AccountSection person={person} account={account} refresh={refresh} />}
        {employers.map(({ id, name }) => (
          <CalendarSection
            key={id}
            of={{ personId: user.id, organizationId: id }}
            name={user.name}
            title={employers.length > 1 ? t`Calendar at ${name}` : t`Calendar`}
          />
        ))}
        {employers.map(({ id, name }) => (
          <CrewAccessSection
            key={id}
            of={{ personId: user.id, organizationId: id }}
            name={user.name}
            title={employers.length > 1 ? t`Page for their jobs at ${name}` : t`Page for their jobs`}
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
  const { t } = useLingui();
  const [isOpen, { open, close }] = useDisclosure();
  const clients = person.clients.map(({ name }) => name).join(', ');
  const mayChange = useMay('administer') && person.account !== null && !person.isViewer;
  return (
    <Section
      title={t`Roles`}
      aside={
        mayChange && (
          <Button variant="default" size="compact-sm" onClick={open}>
            <Trans>Change roles</Trans>
          </Button>
        )
      }
    >
      <Facts>
        {person.roles.map(({ role, organization }) => (
          <Fact key={role.id} name={role.name}>
            {role.description ?? t`No description.`}
            <Text inherit c="dimmed">
              {organization.name}
            </Text>
          </Fact>
        ))}
        {person.clients.length > 0 && (
          <Fact name={t`Clients`}>
            <Trans>{clients}: can see their orders.</Trans>
          </Fact>
        )}
      </Facts>
      {isOpen && <ChangeRoles person={person} onDone={refresh} close={close} />}
    </Section>
  );
}

function AccountSection({ person, account, refresh }: PartProps & { account: NonNullable<PersonFacts['account']> }) {
  const { t } = useLingui();
  const timeZone = useOrganizationTimeZone();
  const { sessions, apiLogins } = account;
  const { name } = person.user;
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Section
      title={t`Account`}
      aside={
        account.refusal === null && (
          <Button variant="default" size="compact-sm" onClick={open}>
            <Trans>Edit</Trans>
          </Button>
        )
      }
    >
      <Facts>
        <Fact name={t`E-mail`}>
          <Anchor href={`mailto:${account.email}`} inherit>
            {account.email}
          </Anchor>
          {!account.emailVerified && (
            <Text inherit c="dimmed">
              <Trans>Not verified</Trans>
            </Text>
          )}
        </Fact>
        <Fact name={t`Username`}>{account.username}</Fact>
        <Fact name={t`Password`}>{t(passwordText(account))}</Fact>
        {account.linkExpiresAt && (
          <Fact name={t`Password link`}>
            <Trans>
              valid until <Instant instant={account.linkExpiresAt} timeZone={timeZone} />
            </Trans>
          </Fact>
        )}
        {account.lastMail && (
          <Fact name={t`Link by e-mail`}>
            <LastMail mail={account.lastMail} />
          </Fact>
        )}
        {account.openIdLinkedAt && (
          <Fact name={t`Sign-in provider`}>
            <Trans>
              linked since <Instant instant={account.openIdLinkedAt} timeZone={timeZone} />
            </Trans>
          </Fact>
        )}
        <Fact name={t`Signed in`}>
          <Plural value={sessions} one="# console session" other="# console sessions" />,{' '}
          <Plural value={apiLogins} one="# API login" other="# API logins" />
        </Fact>
        <Fact name={t`Created`}>
          <Instant instant={account.createdAt} timeZone={timeZone} />
        </Fact>
        {account.disabledAt && (
          <Fact name={t`Switched off`}>
            <Instant instant={account.disabledAt} timeZone={timeZone} />
          </Fact>
        )}
      </Facts>
      <Text size="sm" mt="sm">
        <TextLink href={`/audit?actor=${person.user.id}`}>
          <Trans>Everything done by {name}</Trans>
        </TextLink>
      </Text>
      {isOpen && <EditAccount person={person} account={account} onDone={refresh} close={close} />}
    </Section>
  );
}

function passwordText({ state }: NonNullable<PersonFacts['account']>): MessageDescriptor {
  if (state === 'active') return msg`Set`;
  return state === 'passwordless'
    ? msg`Not set: the person can’t sign in by password`
    : msg`The account is switched off`;
}
