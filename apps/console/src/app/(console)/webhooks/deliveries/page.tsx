import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { loadDeliveryFilters } from '#features/webhooks/record-filters.ts';
import { deliveriesQuery } from '#features/webhooks/records/deliveries-query.ts';
import { DeliveriesScreen } from '#features/webhooks/records/deliveries-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';
import { organizationTimeZone } from '#lib/server/visitor.ts';

export const generateMetadata = titled(msg`Webhook deliveries`);

export default async function DeliveriesPage({ searchParams }: PageProps<'/webhooks/deliveries'>) {
  const filters = await loadDeliveryFilters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(deliveriesQuery(filters, await organizationTimeZone(), sendAsVisitor))}>
      <DeliveriesScreen />
    </HydrationBoundary>
  );
}
