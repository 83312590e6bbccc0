'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { confirm } from '#components/confirm/confirm.ts';
import { Instant } from '#components/moments.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { useDialog } from '#components/use-dialog.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import {
  type CrewAccess,
  type CrewLink,
  type CrewOf,
  createCrewCalendar,
  createCrewLink,
  crewAccessQuery,
  endCrewAccess,
} from './crew-access-query.ts';

const CalendarDialog = dynamic(() => import('./calendar-dialog.tsx').then((module) => module.CalendarDialog), {
  ssr: false,
});
const LinkDialog = dynamic(() => import('./link-dialog.tsx').then((module) => module.LinkDialog), { ssr: false });

/** The access of a driver or guide to the page with their jobs. */
export function CrewAccessSection({ of, name, title }: { of: CrewOf; name: string; title: string }) {
  const { t, i18n } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(crewAccessQuery(of));
  const { subject: link, open, close } = useDialog<CrewLink>();
  const calendar = useDialog<string>();
  const [isBusy, setBusy] = useState(false);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: crewAccessQuery(of).queryKey });

  async function act(change: () => Promise<void>, failure: string) {
    setBusy(true);
    try {
      await change();
      await refresh();
    } catch (problem) {
      void say({ kind: 'failed', title: failure, text: problemText(i18n, problem) });
    }
    setBusy(false);
  }
  const create = () => act(async () => open(await createCrewLink(of)), t`The link was not created`);
  const createCalendar = () =>
    act(async () => calendar.open(await createCrewCalendar(of)), t`The calendar address was not created`);
  async function end() {
    const isSure = await confirm({
      title: t`End the access of ${name}?`,
      body: t`The link, the calendar address and the page on all devices of ${name} end at once. What was not sent from a device is lost.`,
      action: t`End the access`,
      isDangerous: true,
    });
    if (!isSure) return;
    await act(async () => {
      await endCrewAccess(of);
      void say({ kind: 'done', title: t`The access of ${name} has ended` });
    }, t`The access was not ended`);
  }

  // Most people neither drive nor guide.
  if (!error && (!data || !(data.isCrew || hasAccess(data)))) return null;
  return (
    <Section
      title={title}
      aside={
        data?.mayManage && (
          <Group gap="xs">
            {data.isCrew && (
              <Button variant="default" size="compact-sm" onClick={create} loading={isBusy}>
                <Trans>Create a personal link</Trans>
              </Button>
            )}
            {data.isCrew && (
              <Button variant="default" size="compact-sm" onClick={createCalendar} disabled={isBusy}>
                <Trans>Create a calendar address</Trans>
              </Button>
            )}
            {hasAccess(data) && (
              <Button variant="default" size="compact-sm" color="red" onClick={end} disabled={isBusy}>
                <Trans>End access</Trans>
              </Button>
            )}
          </Group>
        )
      }
    >
      {data ? (
        <AccessFacts access={data} name={name} />
      ) : (
        <ProblemPanel problem={error} retry={refetch} isRetrying={isFetching} />
      )}
      {calendar.subject && <CalendarDialog address={calendar.subject} name={name} close={calendar.close} />}
      {link && <LinkDialog link={link} name={name} close={close} />}
    </Section>
  );
}

const hasAccess = ({ sessions, linkExpiresAt, hasCalendar }: CrewAccess) =>
  sessions > 0 || linkExpiresAt !== null || hasCalendar;

function AccessFacts({ access: { sessions, linkExpiresAt, mayManage }, name }: { access: CrewAccess; name: string }) {
  const timeZone = useOrganizationTimeZone();
  return (
    <Stack gap={4}>
      <Text size="sm">
        {sessions > 0 ? (
          <Plural
            value={sessions}
            one={`${name} has the page open on # device.`}
            other={`${name} has the page open on # devices.`}
          />
        ) : (
          <Trans>{name} does not have the page open on any device.</Trans>
        )}
      </Text>
      {linkExpiresAt && (
        <Text size="sm">
          <Trans>
            A link that was not used yet works until <Instant instant={linkExpiresAt} timeZone={timeZone} />.
          </Trans>
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {mayManage ? (
          <Trans>
            On the page, drivers and guides see their jobs of today and tomorrow, and accept or decline them.
          </Trans>
        ) : (
          <Trans>Only staff who see all orders of the organization can create links.</Trans>
        )}
      </Text>
    </Stack>
  );
}
