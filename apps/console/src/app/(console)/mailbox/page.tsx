import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { mailboxQuery } from '#features/mailbox/mailbox-query.ts';
import { MailboxScreen } from '#features/mailbox/mailbox-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`Mailbox of the demo`);

export default async function MailboxPage() {
  return (
    <HydrationBoundary state={await prefetch(mailboxQuery(sendAsVisitor))}>
      <MailboxScreen />
    </HydrationBoundary>
  );
}
