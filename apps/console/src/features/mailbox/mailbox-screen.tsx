'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Table, Text } from '@mantine/core';
import { IconMailbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ListHead } from '#components/list/list-head.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import classes from '#components/list/list-table.module.css';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { TextLink } from '#components/text-link.tsx';
import { type MailboxRow, mailboxQuery } from './mailbox-query.ts';

/** The mails that the demo did not send, for administrators. */
export function MailboxScreen() {
  const { t } = useLingui();
  const query = useQuery(mailboxQuery());
  return (
    <Box>
      <ListHead title={t`Mailbox of the demo`} total={query.data?.length} isNarrowed={false} />
      <Text px={{ base: 'md', sm: 'lg' }} pb="md" c="dimmed" size="sm">
        <Trans>No mail server is set up: the last 200 mails stay here instead of being sent.</Trans>
      </Text>
      <ListResult forbidden={t`You may not see the mailbox`} query={query}>
        {(mails) => <Mails mails={mails} />}
      </ListResult>
    </Box>
  );
}

function Mails({ mails }: { mails: MailboxRow[] }) {
  const { t } = useLingui();
  const timeZone = useOrganizationTimeZone();
  if (mails.length === 0) {
    return (
      <StatePanel icon={IconMailbox} title={t`No mails yet`}>
        <Trans>Invitations, links to set a password, personal links and notices appear here.</Trans>
      </StatePanel>
    );
  }
  return (
    <ScrollBox label={t`Mails, the newest first`}>
      <Table verticalSpacing={10} className={`${classes.table} ${classes.wide}`}>
        <Table.Caption className={classes.caption}>
          <Trans>Mails, the newest first</Trans>
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Subject</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Recipient</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Sent</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {mails.map(({ id, subject, address, sentAt }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" fw={500}>
                <TextLink href={`/mailbox/${id}`}>{subject}</TextLink>
              </Table.Th>
              <Table.Td>{address}</Table.Td>
              <Table.Td>
                <Instant instant={sentAt} timeZone={timeZone} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
