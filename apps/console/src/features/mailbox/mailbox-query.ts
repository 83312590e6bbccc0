import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const MailboxQuery = graphql(`
  query Mailbox @executed {
    mailboxMails {
      id: number
      address
      subject
      sentAt
    }
  }
`);

const MailQuery = graphql(`
  query MailboxMail($id: SafeInt!) @executed {
    mailboxMail(id: $id) {
      id: number
      address
      subject
      sentAt
      text
    }
  }
`);

export type MailboxRow = ResultOf<typeof MailboxQuery>['mailboxMails'][number];
export type MailboxMail = ResultOf<typeof MailQuery>['mailboxMail'];

/** Milliseconds after which an open mailbox looks for new mails. */
const REFRESH_MS = 5_000;

/** The mails in the mailbox of the demo, the newest first. */
export const mailboxQuery = (by: Send = send) =>
  queryOptions({
    queryKey: ['mailbox'],
    queryFn: async ({ signal }) => (await by(MailboxQuery, {}, signal)).mailboxMails,
    refetchInterval: REFRESH_MS,
  });

/** A mail in the mailbox. */
export const mailQuery = (id: number, by: Send = send) =>
  queryOptions({
    queryKey: ['mailbox', id],
    queryFn: async ({ signal }) => (await by(MailQuery, { id }, signal)).mailboxMail,
  });
