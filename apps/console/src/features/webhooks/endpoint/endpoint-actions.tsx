'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconKey,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconRepeat,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { confirm } from '#components/confirm/confirm.ts';
import { useCommands } from '#components/keyboard/commands.ts';
import { useGo } from '#components/leaving/use-go.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { deleteEndpoint, switchEndpoint } from './endpoint-acts.ts';
import type { Endpoint } from './endpoint-query.ts';

const EditEndpoint = dynamic(() => import('./edit-endpoint.tsx').then((module) => module.EditEndpoint), { ssr: false });
const RotateSecret = dynamic(() => import('./rotate-secret.tsx').then((module) => module.RotateSecret), { ssr: false });
const TestEndpoint = dynamic(() => import('./test-endpoint.tsx').then((module) => module.TestEndpoint), { ssr: false });
const RedeliverFailed = dynamic(
  () => import('../redeliver/redeliver-failed.tsx').then((module) => module.RedeliverFailed),
  { ssr: false },
);

type Dialog = 'edit' | 'rotate' | 'test' | 'redeliver';

/** The actions on an endpoint: redelivery for staff, the others for administrators of its organization. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  useCommands('endpoint', [
    { does: t`Send failed deliveries again`, run: () => setDialog('redeliver') },
    ...(endpoint.isManageable
      ? [
          { does: t`Send a test`, run: () => setDialog('test') },
          { does: t`Edit the endpoint`, keys: 'e', run: () => setDialog('edit') },
          { does: t`Rotate the secret`, run: () => setDialog('rotate') },
        ]
      : []),
  ]);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRepeat size={16} aria-hidden />}
        onClick={() => setDialog('redeliver')}
      >
        <Trans>Send failed again…</Trans>
      </Button>
      {endpoint.isManageable && (
        <>
          <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setDialog('test')}>
            <Trans>Send a test…</Trans>
          </Button>
          <ManageMenu endpoint={endpoint} open={setDialog} />
        </>
      )}
      {dialog === 'edit' && <EditEndpoint endpoint={endpoint} close={close} />}
      {dialog === 'rotate' && <RotateSecret endpoint={endpoint} close={close} />}
      {dialog === 'test' && <TestEndpoint endpoint={endpoint} close={close} />}
      {dialog === 'redeliver' && <RedeliverFailed endpointId={endpoint.id} close={close} />}
    </>
  );
}

function ManageMenu({ endpoint, open }: { endpoint: Endpoint; open: (dialog: Dialog) => void }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { id, url, disabledAt } = endpoint;
  const switching = useMutation({
    mutationFn: (isOn: boolean) => switchEndpoint(id, isOn),
    onSuccess: (_, isOn) => {
      void say({ kind: 'done', title: isOn ? t`The endpoint is switched on` : t`The endpoint is switched off` });
    },
    onError: (error) =>
      void say({ kind: 'failed', title: t`The endpoint was not changed`, text: problemText(i18n, error) }),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  });

  const go = useGo();
  const deleting = useMutation({
    mutationFn: () => deleteEndpoint(id),
    onSuccess: async () => {
      go('/webhooks/endpoints');
      void say({ kind: 'done', title: t`The endpoint is deleted`, text: url });
      // Otherwise the page would refetch the deleted endpoint.
      client.removeQueries({ queryKey: ['webhooks', 'endpoint', id] });
      await client.invalidateQueries({ queryKey: ['webhooks'], refetchType: 'none' });
    },
    onError: (error) =>
      void say({ kind: 'failed', title: t`The endpoint was not deleted`, text: problemText(i18n, error) }),
  });

  async function remove() {
    const isMeant = await confirm({
      title: t`Delete the endpoint?`,
      body: t`Nothing more is sent to ${url}, and pending deliveries are skipped. This can’t be undone: if you register it again, it gets a new secret. The records of past deliveries are kept.`,
      action: t`Delete`,
      isDangerous: true,
    });
    if (isMeant) deleting.mutate();
  }

  async function switchOff() {
    const isMeant = await confirm({
      title: t`Switch the endpoint off?`,
      body: t`${url} receives no events until it is switched on again. Missed events can be sent later.`,
      action: t`Switch off`,
      isDangerous: true,
    });
    if (isMeant) switching.mutate(false);
  }

  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <BusyButton
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          loading={switching.isPending || deleting.isPending}
        >
          <Trans>Manage</Trans>
        </BusyButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => open('edit')}>
          <Trans>Edit…</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => open('rotate')}>
          <Trans>Rotate the secret…</Trans>
        </Menu.Item>
        {disabledAt ? (
          <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => switching.mutate(true)}>
            <Trans>Switch on</Trans>
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={switchOff}>
            <Trans>Switch off…</Trans>
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
          <Trans>Delete…</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
