import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { endpointsQuery } from '#features/webhooks/endpoints/endpoints-query.ts';
import { EndpointsScreen } from '#features/webhooks/endpoints/endpoints-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';

export const metadata: Metadata = { title: 'Webhook endpoints' };

export default async function EndpointsPage() {
  return (
    <HydrationBoundary state={await prefetch(endpointsQuery(sendAsVisitor))}>
      <EndpointsScreen />
    </HydrationBoundary>
  );
}
