'use client';

import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '#components/confirm/confirm.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { LinkShown } from './link-shown.tsx';
import { disable, enable, type HandedLink, resetPassword, resetPasswordByMail, unlink } from './people-acts.ts';
import type { PersonFacts } from './people-query.ts';

/** The actions on an account for administrators; hidden if the server would reject them. */
export function PersonActs({ person }: { person: PersonFacts }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [link, setLink] = useState<HandedLink>();
  const { id, name } = person.user;
  const { account } = person;
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['person', id] }),
      client.invalidateQueries({ queryKey: ['people'] }),
      client.invalidateQueries({ queryKey: ['audit'] }),
    ]);
  if (!account || account.refusal !== null) return null;

  async function act(work: () => Promise<unknown>, done: string, failed: string) {
    try {
      await work();
      await refresh();
      void say({ kind: 'done', title: done });
    } catch (error) {
      void say({ kind: 'failed', title: failed, text: problemText(i18n, error) });
    }
  }

  async function switchOff() {
    const isSure = await confirm({
      title: t`Switch off the account of ${name}?`,
      body: [
        openText(i18n, account),
        t`The person can’t log in until the account is switched on again. Orders keep the person’s name.`,
      ].join(' '),
      action: t`Switch off`,
      isDangerous: true,
    });
    if (isSure)
      await act(() => disable(id), t`The account of ${name} is switched off`, t`The account was not switched off`);
  }

  async function removeLink() {
    const isSure = await confirm({
      title: t`Remove the link of ${name} to the sign-in provider?`,
      body: [
        openText(i18n, account),
        t`The next sign-in by the provider with the e-mail address of the account links it again.`,
      ].join(' '),
      action: t`Remove the link`,
      isDangerous: true,
    });
    if (isSure) await act(() => unlink(id), t`The link of ${name} is removed`, t`The link was not removed`);
  }

  async function reset() {
    const isSure = await confirm({
      title: t`Reset the password of ${name}?`,
      body: [
        t`The current password stops working.`,
        openText(i18n, account),
        t`You get a link for the person to set a new one.`,
      ].join(' '),
      action: t`Reset the password`,
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      setLink(await resetPassword(id));
      await refresh();
    } catch (error) {
      void say({ kind: 'failed', title: t`The password was not reset`, text: problemText(i18n, error) });
    }
  }

  async function resetByMail(address: string) {
    const isSure = await confirm({
      title: t`Mail ${name} a link to set a password?`,
      body: [
        t`The current password stops working.`,
        openText(i18n, account),
        t`A link to set a new one goes to ${address}. An earlier link ends.`,
      ].join(' '),
      action: t`Send`,
      isDangerous: true,
    });
    if (isSure)
      await act(() => resetPasswordByMail(id), t`The link for ${name} will be sent`, t`The password was not reset`);
  }

  const address = account.mailAddress;
  return (
    <>
      {account.state === 'disabled' ? (
        <Button
          variant="default"
          onClick={() =>
            act(() => enable(id), t`The account of ${name} is switched on`, t`The account was not switched on`)
          }
        >
          <Trans>Switch on</Trans>
        </Button>
      ) : (
        <>
          {account.openIdLinkedAt && (
            <Button variant="default" onClick={removeLink}>
              <Trans>Remove sign-in link</Trans>
            </Button>
          )}
          <Button variant="default" onClick={reset}>
            {account.state === 'passwordless' ? t`New link to set a password` : t`Reset password`}
          </Button>
          {address && (
            <Button variant="default" onClick={() => resetByMail(address)}>
              <Trans>Mail a link to set a password</Trans>
            </Button>
          )}
          <Button variant="light" color="red" onClick={switchOff}>
            <Trans>Switch off</Trans>
          </Button>
        </>
      )}
      {link && (
        <Modal
          opened
          onClose={() => setLink(undefined)}
          title={t`Link for ${name}`}
          size="lg"
          centered
          closeOnClickOutside={false}
          closeOnEscape={false}
          withCloseButton={false}
        >
          <LinkShown link={link} close={() => setLink(undefined)} />
        </Modal>
      )}
    </>
  );
}

/** The sessions that end immediately. */
function openText(i18n: I18n, account: PersonFacts['account']): string {
  const { sessions = 0, apiLogins = 0 } = account ?? {};
  if (sessions + apiLogins === 0) return t(i18n)`There are no open sessions.`;
  return t(i18n)`${plural(sessions, { one: '# console session', other: '# console sessions' })} and ${plural(
    apiLogins,
    {
      one: '# API login',
      other: '# API logins',
    },
  )} end immediately.`;
}
