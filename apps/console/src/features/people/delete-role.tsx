import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { confirm } from '#components/confirm/confirm.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { deleteRole } from './people-acts.ts';
import type { StaffRole } from './roles-query.ts';

/** Deletes a role. The server refuses it for one that sold orders, or that somebody who is switched off holds. */
export function DeleteRole({ role: { role } }: { role: StaffRole }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { name } = role;

  async function remove() {
    const isSure = await confirm({
      title: t`Delete the role ${name}?`,
      body: t`Nobody holds it. This cannot be undone.`,
      action: t`Delete`,
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await deleteRole(role.id);
      await client.invalidateQueries({ queryKey: ['roles'] });
      void say({ kind: 'done', title: t`The role ${name} is deleted` });
    } catch (error) {
      void say({ kind: 'failed', title: t`The role was not deleted`, text: problemText(i18n, error) });
    }
  }

  return (
    <Button
      variant="light"
      color="red"
      size="compact-sm"
      onClick={() => void remove()}
      aria-label={t`Delete the role ${name}`}
    >
      <Trans>Delete</Trans>
    </Button>
  );
}
