'use client';

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import type { CrewAccess } from './crew-access-query.ts';

type Mail = NonNullable<CrewAccess['lastMail']>;

const REASONS: Record<NonNullable<Mail['failure']>, MessageDescriptor> = {
  unreachable: msg`The mail server could not be reached.`,
  deferred: msg`The mail server asks to try again later.`,
  loginRefused: msg`The mail server refused the login of this installation.`,
  addressRefused: msg`The mail server refused the address.`,
  refused: msg`The mail server refused the mail.`,
  unreadable: msg`The key of this installation has changed.`,
  expired: msg`The link expired before the mail could be sent.`,
  ended: msg`The link was replaced, used or ended before the mail could be sent.`,
};

/** What has become of the last mail with a link. */
export function LastMail({ mail: { address, state, sentAt, failure } }: { mail: Mail }) {
  const { i18n } = useLingui();
  const timeZone = useOrganizationTimeZone();
  const reason = failure && i18n._(REASONS[failure]);
  return (
    <Text size="sm" c={state === 'failed' ? 'red' : undefined} role="status">
      {sentAt ? (
        <Trans>
          Sent to {address} on <Instant instant={sentAt} timeZone={timeZone} />.
        </Trans>
      ) : state === 'failed' ? (
        <Trans>
          The mail to {address} failed: {reason}
        </Trans>
      ) : reason ? (
        <Trans>
          The mail to {address} waits for another attempt: {reason}
        </Trans>
      ) : (
        <Trans>The mail to {address} waits to be sent.</Trans>
      )}
    </Text>
  );
}
