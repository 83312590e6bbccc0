'use client';

import { Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '#components/confirm/confirm.ts';
import { countText } from '#lib/count-text.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { LinkShown } from './link-shown.tsx';
import { disable, enable, type HandedLink, resetPassword } from './people-acts.ts';
import type { PersonFacts } from './people-query.ts';

/** The actions on an account for administrators; hidden if the server would reject them. */
export function PersonActs({ person }: { person: PersonFacts }) {
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
      void say({ kind: 'failed', title: failed, text: problemText(error) });
    }
  }

  async function switchOff() {
    const isSure = await confirm({
      title: `Switch off the account of ${name}?`,
      body: `${openText(account)} The person can’t log in until the account is switched on again. Orders keep the person’s name.`,
      action: 'Switch off',
      isDangerous: true,
    });
    if (isSure)
      await act(() => disable(id), `The account of ${name} is switched off`, 'The account was not switched off');
  }

  async function reset() {
    const isSure = await confirm({
      title: `Reset the password of ${name}?`,
      body: `The current password stops working. ${openText(account)} You get a link for the person to set a new one.`,
      action: 'Reset the password',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      setLink(await resetPassword(id));
      await refresh();
    } catch (error) {
      void say({ kind: 'failed', title: 'The password was not reset', text: problemText(error) });
    }
  }

  return (
    <>
      {account.state === 'disabled' ? (
        <Button
          variant="default"
          onClick={() =>
            act(() => enable(id), `The account of ${name} is switched on`, 'The account was not switched on')
          }
        >
          Switch on
        </Button>
      ) : (
        <>
          <Button variant="default" onClick={reset}>
            {account.state === 'passwordless' ? 'New link to set a password' : 'Reset password'}
          </Button>
          <Button variant="light" color="red" onClick={switchOff}>
            Switch off
          </Button>
        </>
      )}
      {link && (
        <Modal
          opened
          onClose={() => setLink(undefined)}
          title={`Link for ${name}`}
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
function openText(account: PersonFacts['account']): string {
  const { sessions = 0, apiLogins = 0 } = account ?? {};
  if (sessions + apiLogins === 0) return 'There are no open sessions.';
  const console = countText(sessions, { one: '# console session', other: '# console sessions' });
  const api = countText(apiLogins, { one: '# API login', other: '# API logins' });
  return `${console} and ${api} end immediately.`;
}
