import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { endpointsQuery } from '#features/webhooks/endpoints/endpoints-query.ts';
import { EndpointsScreen } from '#features/webhooks/endpoints/endpoints-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`Webhook endpoints`);

export default async function EndpointsPage() {
  return (
    <HydrationBoundary state={await prefetch(endpointsQuery(sendAsVisitor))}>
      <EndpointsScreen />
    </HydrationBoundary>
  );
}
