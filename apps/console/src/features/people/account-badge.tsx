import { Trans } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import type { PersonRow } from './people-query.ts';

type Shown = Pick<PersonRow, 'isDisabled'> & {
  account: Pick<NonNullable<PersonRow['account']>, 'state' | 'linkExpiresAt'> | null;
};

/** The reason why a person can't sign in; nothing for those who can. */
export function AccountBadge({ person: { isDisabled, account } }: { person: Shown }) {
  if (isDisabled)
    return (
      <Badge color="gray">
        <Trans>Switched off</Trans>
      </Badge>
    );
  if (account?.state !== 'passwordless') return null;
  return account.linkExpiresAt ? (
    <Badge color="yellow">
      <Trans>Invited</Trans>
    </Badge>
  ) : (
    <Badge color="gray">
      <Trans>No password</Trans>
    </Badge>
  );
}
