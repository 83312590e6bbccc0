'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Box, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { ListSkeleton } from '#components/list/list-skeleton.tsx';
import { Instant } from '#components/moments.tsx';
import { PageHead } from '#components/page-head.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { mailQuery } from './mailbox-query.ts';

/** A mail of the mailbox, with its links. */
export function MailScreen({ id }: { id: number }) {
  const { t } = useLingui();
  const timeZone = useOrganizationTimeZone();
  const query = useQuery(mailQuery(id));
  const mail = query.data;
  if (!mail)
    return query.error ? <ProblemPanel query={query} forbidden={t`You may not see the mailbox`} /> : <ListSkeleton />;
  const { address, sentAt, subject, text } = mail;
  return (
    <Box maw={900} px={{ base: 'md', sm: 'lg' }} py={{ base: 'md', sm: 'lg' }}>
      <PageHead back={{ href: '/mailbox', label: t`Mailbox of the demo` }} title={subject}>
        <Text c="dimmed">
          <Trans>
            To {address}, <Instant instant={sentAt} timeZone={timeZone} />
          </Trans>
        </Text>
      </PageHead>
      <Paper p={{ base: 'md', sm: 'lg' }} radius="md" mt="md">
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{withLinks(text)}</Text>
      </Paper>
    </Box>
  );
}

/** A line that is an address becomes a link. The page sends no referrer with it, because the address holds a secret. */
const withLinks = (text: string) =>
  text.split('\n').map((line, index) => (
    // The lines of a mail do not change.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>
      {/^https?:\/\/\S+$/.test(line) ? (
        <Anchor href={line} rel="noreferrer" inherit underline="always">
          {line}
        </Anchor>
      ) : (
        line
      )}
      {'\n'}
    </Fragment>
  ));
