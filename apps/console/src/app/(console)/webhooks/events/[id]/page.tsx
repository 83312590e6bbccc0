import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { eventQuery } from '#features/webhooks/event/event-query.ts';
import { EventScreen } from '#features/webhooks/event/event-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';

export const metadata: Metadata = { title: 'Webhook event' };

export default async function EventPage({ params }: PageProps<'/webhooks/events/[id]'>) {
  const { id } = await params;
  return (
    <HydrationBoundary state={await prefetch(eventQuery(id, sendAsVisitor))}>
      <EventScreen id={id} />
    </HydrationBoundary>
  );
}
