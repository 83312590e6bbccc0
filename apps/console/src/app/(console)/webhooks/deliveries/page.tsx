import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { loadDeliveryFilters } from '#features/webhooks/record-filters.ts';
import { deliveriesQuery } from '#features/webhooks/records/deliveries-query.ts';
import { DeliveriesScreen } from '#features/webhooks/records/deliveries-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';

export const metadata: Metadata = { title: 'Webhook deliveries' };

export default async function DeliveriesPage({ searchParams }: PageProps<'/webhooks/deliveries'>) {
  const filters = await loadDeliveryFilters(searchParams);
  // Times are interpreted in the organization's time zone, which only the browser knows here.
  if (filters.from || filters.to) return <DeliveriesScreen />;
  return (
    <HydrationBoundary state={await prefetch(deliveriesQuery(filters, 'UTC', sendAsVisitor))}>
      <DeliveriesScreen />
    </HydrationBoundary>
  );
}
