'use client';

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, Button, Group, Table, Text } from '@mantine/core';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { confirm } from '#components/confirm/confirm.ts';
import { ListHead } from '#components/list/list-head.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import classes from '#components/list/list-table.module.css';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { Instant } from '#components/moments.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { parseAsId } from '#lib/url-parsers.ts';
import { useViewer } from '#lib/viewer.ts';
import { PeopleTabs } from '../people-tabs.tsx';
import { disableAccount, enableAccount, type ServiceAccount, serviceAccountsQuery } from './service-accounts-query.ts';

const EditServiceAccount = dynamic(() =>
  import('./edit-service-account.tsx').then((module) => module.EditServiceAccount),
);
const ServiceTokens = dynamic(() => import('./service-tokens.tsx').then((module) => module.ServiceTokens));

const STATES: Record<ServiceAccount['state'], { label: MessageDescriptor; color: string }> = {
  active: { label: msg`Active`, color: 'green' },
  disabled: { label: msg`Switched off`, color: 'gray' },
  expired: { label: msg`Expired`, color: 'orange' },
  ownerDisabled: { label: msg`Owner switched off`, color: 'orange' },
};

/** The service accounts of internal tools, for administrators. */
export function ServiceAccountsScreen() {
  const { t } = useLingui();
  const query = useQuery(serviceAccountsQuery());
  const [isNew, setNew] = useState(false);
  const mayAdminister = useViewer()?.rights.includes('administer') ?? false;
  return (
    <Box>
      <ListHead
        title={t`Service accounts`}
        total={query.data?.length}
        isNarrowed={false}
        acts={
          mayAdminister && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
              <Trans>New service account</Trans>
            </Button>
          )
        }
      />
      <PeopleTabs />
      <ListResult forbidden={t`You may not see the service accounts`} query={query}>
        {(accounts) => <ServiceAccounts accounts={accounts} />}
      </ListResult>
      {isNew && <EditServiceAccount close={() => setNew(false)} />}
    </Box>
  );
}

function ServiceAccounts({ accounts }: { accounts: ServiceAccount[] }) {
  const { t } = useLingui();
  // The account in the URL is opened: the audit log links here.
  const [open, setOpen] = useQueryState('account', parseAsId);
  const [tokensOf, setTokensOf] = useState<number>();
  const opened = accounts.find(({ id }) => id === open);
  const shown = accounts.find(({ id }) => id === tokensOf);
  if (accounts.length === 0) {
    return (
      <StatePanel icon={IconRobot} title={t`No service accounts yet`}>
        <Trans>Internal tools that send GraphQL or use the API act as a service account instead of a person.</Trans>
      </StatePanel>
    );
  }
  return (
    <ScrollBox label={t`Service accounts, by name`}>
      <Table verticalSpacing={10} className={`${classes.table} ${classes.wide}`}>
        <Table.Caption className={classes.caption}>
          <Trans>Service accounts, by name</Trans>
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Service account</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Scopes</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Last used</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>State</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <span className={classes.caption}>
                <Trans>Acts</Trans>
              </span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map((account) => (
            <Row
              key={account.id}
              account={account}
              edit={() => void setOpen(account.id)}
              showTokens={() => setTokensOf(account.id)}
            />
          ))}
        </Table.Tbody>
      </Table>
      {opened && opened.refusal === null && (
        <EditServiceAccount key={opened.id} account={opened} close={() => void setOpen(null)} />
      )}
      {shown && <ServiceTokens account={shown} close={() => setTokensOf(undefined)} />}
    </ScrollBox>
  );
}

type RowProps = { account: ServiceAccount; edit: () => void; showTokens: () => void };

function Row({ account, edit, showTokens }: RowProps) {
  const { t } = useLingui();
  const { name, owner, scopes, state, lastUsedAt, organization, refusal } = account;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} style={{ whiteSpace: 'normal', verticalAlign: 'top' }}>
        <Text inherit fw={600}>
          {name}
        </Text>
        <Text inherit c="dimmed" maw={260}>
          {account.description}
        </Text>
        <Text inherit c="dimmed">
          <Trans>Owner: {{ name: owner.name }}</Trans>
        </Text>
      </Table.Th>
      <Table.Td>
        <Group component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Scopes of ${name}`}>
          {scopes.map((scope) => (
            <li key={scope}>
              <Badge color="gray">{scope}</Badge>
            </li>
          ))}
        </Group>
      </Table.Td>
      <Table.Td className={classes.nowrap}>
        {lastUsedAt ? <Instant instant={lastUsedAt} timeZone={organization.timeZone} /> : t`Never`}
      </Table.Td>
      <Table.Td>
        <Badge color={STATES[state].color}>{t(STATES[state].label)}</Badge>
      </Table.Td>
      <Table.Td ta="end">
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Button variant="default" size="compact-sm" onClick={showTokens} aria-label={t`Tokens of ${name}`}>
            <Trans>Tokens</Trans>
          </Button>
          {refusal === null && (
            <>
              <Button variant="default" size="compact-sm" onClick={edit} aria-label={t`Edit ${name}`}>
                <Trans>Edit</Trans>
              </Button>
              <Switch account={account} />
            </>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Switch({ account: { id, name, state } }: { account: ServiceAccount }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const isOff = state === 'disabled';

  async function change() {
    const isSure =
      isOff ||
      (await confirm({
        title: t`Switch off ${name}?`,
        body: t`Its tokens are refused immediately, until it is switched on again.`,
        action: t`Switch off`,
        isDangerous: true,
      }));
    if (!isSure) return;
    try {
      await (isOff ? enableAccount(id) : disableAccount(id));
      await client.invalidateQueries({ queryKey: ['service-accounts'] });
    } catch (error) {
      void say({ kind: 'failed', title: t`The account was not changed`, text: problemText(i18n, error) });
    }
  }

  return (
    <Button
      variant={isOff ? 'default' : 'light'}
      color={isOff ? undefined : 'red'}
      size="compact-sm"
      onClick={() => void change()}
      aria-label={isOff ? t`Switch on ${name}` : t`Switch off ${name}`}
    >
      {isOff ? t`Switch on` : t`Switch off`}
    </Button>
  );
}
