'use client';

import { Plural, Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import type { CrewAccess } from './crew-access-query.ts';
import { LastMail } from './last-mail.tsx';

/** Where the page is open, and the links that were sent. */
export function AccessFacts({
  access: { sessions, linkExpiresAt, mayManage, lastMail },
  name,
}: {
  access: CrewAccess;
  name: string;
}) {
  const timeZone = useOrganizationTimeZone();
  return (
    <Stack gap={4}>
      <Text size="sm">
        {sessions > 0 ? (
          <Plural
            value={sessions}
            one={`${name} has the page open on # device.`}
            other={`${name} has the page open on # devices.`}
          />
        ) : (
          <Trans>{name} does not have the page open on any device.</Trans>
        )}
      </Text>
      {linkExpiresAt && (
        <Text size="sm">
          <Trans>
            A link that was not used yet works until <Instant instant={linkExpiresAt} timeZone={timeZone} />.
          </Trans>
        </Text>
      )}
      {lastMail && <LastMail mail={lastMail} />}
      <Text size="sm" c="dimmed">
        {mayManage ? (
          <Trans>
            On the page, drivers and guides see their jobs of today and tomorrow, and accept or decline them.
          </Trans>
        ) : (
          <Trans>Only staff who see all orders of the organization can create links.</Trans>
        )}
      </Text>
    </Stack>
  );
}
