import { Badge } from '@mantine/core';
import type { PersonRow } from './people-query.ts';

type Shown = Pick<PersonRow, 'isDisabled'> & {
  account: Pick<NonNullable<PersonRow['account']>, 'state' | 'linkExpiresAt'> | null;
};

/** The reason why a person can't sign in; nothing for those who can. */
export function AccountBadge({ person: { isDisabled, account } }: { person: Shown }) {
  if (isDisabled) return <Badge color="gray">Switched off</Badge>;
  if (account?.state !== 'passwordless') return null;
  return account.linkExpiresAt ? <Badge color="yellow">Invited</Badge> : <Badge color="gray">No password</Badge>;
}
