import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { eventQuery } from '#features/webhooks/event/event-query.ts';
import { EventScreen } from '#features/webhooks/event/event-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`Webhook event`);

export default async function EventPage({ params }: PageProps<'/webhooks/events/[id]'>) {
  const { id } = await params;
  return (
    <HydrationBoundary state={await prefetch(eventQuery(id, sendAsVisitor))}>
      <EventScreen id={id} />
    </HydrationBoundary>
  );
}
