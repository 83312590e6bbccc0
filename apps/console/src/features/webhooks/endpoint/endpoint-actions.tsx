'use client';

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
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { confirm } from '#components/confirm/confirm.ts';
import { useCommands } from '#components/keyboard/commands.ts';
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
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  useCommands('Endpoint', [
    { does: 'Send failed deliveries again', run: () => setDialog('redeliver') },
    ...(endpoint.isManageable
      ? [
          { does: 'Send a test', run: () => setDialog('test') },
          { does: 'Edit the endpoint', keys: 'e', run: () => setDialog('edit') },
          { does: 'Rotate the secret', run: () => setDialog('rotate') },
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
        Send failed again…
      </Button>
      {endpoint.isManageable && (
        <>
          <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setDialog('test')}>
            Send a test…
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
  const client = useQueryClient();
  const { id, url, disabledAt } = endpoint;
  const switching = useMutation({
    mutationFn: (isOn: boolean) => switchEndpoint(id, isOn),
    onSuccess: (_, isOn) => {
      void say({ kind: 'done', title: isOn ? 'The endpoint is switched on' : 'The endpoint is switched off' });
    },
    onError: (error) => void say({ kind: 'failed', title: 'The endpoint was not changed', text: problemText(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  });

  const router = useRouter();
  const deleting = useMutation({
    mutationFn: () => deleteEndpoint(id),
    onSuccess: async () => {
      router.push('/webhooks/endpoints');
      void say({ kind: 'done', title: 'The endpoint is deleted', text: url });
      // Otherwise the page would refetch the deleted endpoint.
      client.removeQueries({ queryKey: ['webhooks', 'endpoint', id] });
      await client.invalidateQueries({ queryKey: ['webhooks'], refetchType: 'none' });
    },
    onError: (error) => void say({ kind: 'failed', title: 'The endpoint was not deleted', text: problemText(error) }),
  });

  async function remove() {
    const isMeant = await confirm({
      title: 'Delete the endpoint?',
      body: `Nothing more is sent to ${url}, and pending deliveries are skipped. This can’t be undone: if you register it again, it gets a new secret. The records of past deliveries are kept.`,
      action: 'Delete',
      isDangerous: true,
    });
    if (isMeant) deleting.mutate();
  }

  async function switchOff() {
    const isMeant = await confirm({
      title: 'Switch the endpoint off?',
      body: `${url} receives no events until it is switched on again. Missed events can be sent later.`,
      action: 'Switch off',
      isDangerous: true,
    });
    if (isMeant) switching.mutate(false);
  }

  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          loading={switching.isPending || deleting.isPending}
        >
          Manage
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => open('edit')}>
          Edit…
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => open('rotate')}>
          Rotate the secret…
        </Menu.Item>
        {disabledAt ? (
          <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => switching.mutate(true)}>
            Switch on
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={switchOff}>
            Switch off…
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
          Delete…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
