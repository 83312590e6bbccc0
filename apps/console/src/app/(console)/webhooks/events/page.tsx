import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { loadEventFilters } from '#features/webhooks/record-filters.ts';
import { eventsQuery } from '#features/webhooks/records/events-query.ts';
import { EventsScreen } from '#features/webhooks/records/events-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';

export const metadata: Metadata = { title: 'Webhook events' };

export default async function EventsPage({ searchParams }: PageProps<'/webhooks/events'>) {
  const filters = await loadEventFilters(searchParams);
  // Times are interpreted in the organization's time zone, which only the browser knows here.
  if (filters.from || filters.to) return <EventsScreen />;
  return (
    <HydrationBoundary state={await prefetch(eventsQuery(filters, 'UTC', sendAsVisitor))}>
      <EventsScreen />
    </HydrationBoundary>
  );
}
