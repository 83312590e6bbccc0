import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { MailScreen } from '#features/mailbox/mail-screen.tsx';
import { mailQuery } from '#features/mailbox/mailbox-query.ts';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';
import { parseAsId } from '#lib/url-parsers.ts';

export const generateMetadata = titled(msg`Mailbox of the demo`);

export default async function MailPage({ params }: PageProps<'/mailbox/[id]'>) {
  const id = parseAsId.parse((await params).id);
  if (id === null) notFound();
  return (
    <HydrationBoundary state={await prefetch(mailQuery(id, sendAsVisitor))}>
      <MailScreen id={id} />
    </HydrationBoundary>
  );
}
