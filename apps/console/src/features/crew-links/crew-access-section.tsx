'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { confirm } from '#components/confirm/confirm.ts';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { Section } from '#components/section.tsx';
import { useDialog } from '#components/use-dialog.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { AccessFacts } from './access-facts.tsx';
import {
  type CrewAccess,
  type CrewLink,
  type CrewOf,
  createCrewCalendar,
  createCrewLink,
  crewAccessQuery,
  endCrewAccess,
  sendCrewLink,
} from './crew-access-query.ts';

const CalendarDialog = dynamic(() => import('./calendar-dialog.tsx').then((module) => module.CalendarDialog), {
  ssr: false,
});
const LinkDialog = dynamic(() => import('./link-dialog.tsx').then((module) => module.LinkDialog), { ssr: false });

/** The access of a driver or guide to the page with their jobs. */
export function CrewAccessSection({ of, name, title }: { of: CrewOf; name: string; title: string }) {
  const { t, i18n } = useLingui();
  const query = useQuery(crewAccessQuery(of));
  const { data, error } = query;
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
  async function mail(address: string) {
    const isSure = await confirm({
      title: t`Send a link to ${name}?`,
      body: t`A new personal link goes to ${address}. An earlier link that was not used yet ends.`,
      action: t`Send`,
    });
    if (isSure) await act(async () => void (await sendCrewLink(of)), t`The link was not sent`);
  }
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

  const address = data?.mailAddress;
  // Most people neither drive nor guide.
  if (!error && (!data || !(data.isCrew || hasAccess(data)))) return null;
  return (
    <Section
      title={title}
      aside={
        data?.mayManage && (
          <Group gap="xs">
            {data.isCrew && (
              <BusyButton variant="default" size="compact-sm" onClick={create} loading={isBusy}>
                <Trans>Create a personal link</Trans>
              </BusyButton>
            )}
            {data.isCrew && address && (
              <Button variant="default" size="compact-sm" onClick={() => mail(address)} disabled={isBusy}>
                <Trans>Send a link by e-mail</Trans>
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
      {data ? <AccessFacts access={data} name={name} /> : <ProblemPanel query={query} />}
      {calendar.subject && <CalendarDialog address={calendar.subject} name={name} close={calendar.close} />}
      {link && <LinkDialog link={link} name={name} close={close} />}
    </Section>
  );
}

const hasAccess = ({ sessions, linkExpiresAt, hasCalendar }: CrewAccess) =>
  sessions > 0 || linkExpiresAt !== null || hasCalendar;
