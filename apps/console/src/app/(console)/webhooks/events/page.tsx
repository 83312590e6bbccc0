import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { loadEventFilters } from '#features/webhooks/record-filters.ts';
import { eventsQuery } from '#features/webhooks/records/events-query.ts';
import { EventsScreen } from '#features/webhooks/records/events-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';
import { organizationTimeZone } from '#lib/server/visitor.ts';

export const generateMetadata = titled(msg`Webhook events`);

export default async function EventsPage({ searchParams }: PageProps<'/webhooks/events'>) {
  const filters = await loadEventFilters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(eventsQuery(filters, await organizationTimeZone(), sendAsVisitor))}>
      <EventsScreen />
    </HydrationBoundary>
  );
}
