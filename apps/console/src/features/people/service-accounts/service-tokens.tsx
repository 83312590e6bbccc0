'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '#components/confirm/confirm.ts';
import { FormDialog } from '#components/form-dialog.tsx';
import classes from '#components/list/list-table.module.css';
import { Instant } from '#components/moments.tsx';
import { errorOf, SaveForm } from '#components/save-form.tsx';
import { ShownOnce } from '#components/shown-once.tsx';
import { instantOf } from '#lib/local-minute.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { createToken, revokeToken, type ServiceAccount } from './service-accounts-query.ts';

/** A new token: where it is used, and the day from which it is refused. */
const EMPTY = { name: '', expires: '' };

/** The tokens of a service account: created, shown once, and revoked. */
export function ServiceTokens({ account, close }: { account: ServiceAccount; close: () => void }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [isNew, setNew] = useState(false);
  const [values, setValues] = useState(EMPTY);
  const change = (part: Partial<typeof values>) => setValues((former) => ({ ...former, ...part }));
  const [text, setText] = useState<string>();
  const valid = account.tokens.filter(({ isValid }) => isValid);
  const { timeZone } = account.organization;
  const refresh = () => client.invalidateQueries({ queryKey: ['service-accounts'] });

  async function revoke(token: ServiceAccount['tokens'][number]) {
    const isSure = await confirm({
      title: t`Revoke the token ${{ name: token.name }}?`,
      body: t`It is refused immediately, and its open streams end. This cannot be undone.`,
      action: t`Revoke`,
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await revokeToken(account.id, token.id);
      await refresh();
      void say({ kind: 'done', title: t`The token ${{ name: token.name }} is revoked` });
    } catch (error) {
      void say({ kind: 'failed', title: t`The token was not revoked`, text: problemText(i18n, error) });
    }
  }

  return (
    <FormDialog
      title={t`Tokens of ${{ name: account.name }}`}
      closeLabel={t`Close`}
      close={close}
      size="lg"
      closeOnClickOutside={!text}
      closeOnEscape={!text}
      withCloseButton={!text}
    >
      {text ? (
        <ShownOnce
          label={t`Token`}
          value={text}
          warning={
            <Trans>
              The token is shown only this once. Store it where the tool reads its secrets: anyone who has it can do
              what the account may do.
            </Trans>
          }
          kept={t`I have saved the token`}
          close={() => setText(undefined)}
        />
      ) : isNew ? (
        <SaveForm
          action={t`Create token`}
          values={values}
          fields={['name', 'expiresAt']}
          cancel={() => setNew(false)}
          save={async () => {
            const end = values.expires === '' ? null : instantOf(`${values.expires}T00:00`, timeZone);
            setText(await createToken(account.id, values.name, end));
            setValues(EMPTY);
            setNew(false);
            await refresh();
          }}
        >
          {(fieldErrors) => (
            <>
              <TextInput
                label={t`Where it is used`}
                value={values.name}
                onChange={({ currentTarget }) => change({ name: currentTarget.value })}
                error={errorOf(t`The name`, fieldErrors.name)}
                autoComplete="off"
                data-autofocus
              />
              <TextInput
                type="date"
                label={t`Valid until`}
                description={t`The token is refused from the beginning of this day. Empty: until it is revoked.`}
                value={values.expires}
                onChange={({ currentTarget }) => change({ expires: currentTarget.value })}
                error={errorOf(t`The date`, fieldErrors.expiresAt)}
              />
            </>
          )}
        </SaveForm>
      ) : (
        <Stack gap="md">
          {valid.length === 0 ? (
            <Text>
              <Trans>There are no valid tokens.</Trans>
            </Text>
          ) : (
            <Table verticalSpacing={8} className={classes.table}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">
                    <Trans>Token</Trans>
                  </Table.Th>
                  <Table.Th scope="col">
                    <Trans>Last used</Trans>
                  </Table.Th>
                  <Table.Th scope="col">
                    <Trans>Valid until</Trans>
                  </Table.Th>
                  <Table.Th scope="col">
                    <span className={classes.caption}>
                      <Trans>Acts</Trans>
                    </span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {valid.map((token) => (
                  <Table.Tr key={token.id}>
                    <Table.Th scope="row" fw={400}>
                      {token.name}
                    </Table.Th>
                    <Table.Td>
                      {token.lastUsedAt ? <Instant instant={token.lastUsedAt} timeZone={timeZone} /> : t`Never`}
                    </Table.Td>
                    <Table.Td>
                      {token.expiresAt ? <Instant instant={token.expiresAt} timeZone={timeZone} /> : t`Until revoked`}
                    </Table.Td>
                    <Table.Td ta="end">
                      {account.refusal === null && (
                        <Button
                          variant="light"
                          color="red"
                          size="compact-sm"
                          onClick={() => void revoke(token)}
                          aria-label={t`Revoke ${{ name: token.name }}`}
                        >
                          <Trans>Revoke</Trans>
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
          {account.refusal === null && (
            <Group justify="flex-end">
              <Button onClick={() => setNew(true)}>
                <Trans>New token</Trans>
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </FormDialog>
  );
}
