import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import {
  endpointActivityQuery,
  endpointQuery,
  lastFailureQuery,
  ONE_DAY,
} from '#features/webhooks/endpoint/endpoint-query.ts';
import { EndpointScreen } from '#features/webhooks/endpoint/endpoint-screen.tsx';
import { pageId } from '#features/webhooks/page-id.ts';
import { loadDeliveryFilters } from '#features/webhooks/record-filters.ts';
import { deliveriesQuery } from '#features/webhooks/records/deliveries-query.ts';
import { prefetch } from '#lib/server/prefetch.ts';
import { prefetchSection, together } from '#lib/server/sections.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';
import { organizationTimeZone } from '#lib/server/visitor.ts';

export const generateMetadata = titled(msg`Webhook endpoint`);

export default async function EndpointPage({ params, searchParams }: PageProps<'/webhooks/endpoints/[id]'>) {
  const id = pageId((await params).id);
  const filters = { ...(await loadDeliveryFilters(searchParams)), endpoint: id };
  const timeZone = await organizationTimeZone();
  const state = await together(
    prefetch(endpointQuery(id, sendAsVisitor)),
    prefetchSection(endpointActivityQuery(id, ONE_DAY, sendAsVisitor)),
    prefetchSection(lastFailureQuery(id, sendAsVisitor)),
    prefetchSection(deliveriesQuery(filters, timeZone, sendAsVisitor)),
  );
  return (
    <HydrationBoundary state={state}>
      <EndpointScreen id={id} />
    </HydrationBoundary>
  );
}
