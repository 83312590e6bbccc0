import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { endpointQuery } from '#features/webhooks/endpoint/endpoint-query.ts';
import { EndpointScreen } from '#features/webhooks/endpoint/endpoint-screen.tsx';
import { pageId } from '#features/webhooks/page-id.ts';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`Webhook endpoint`);

export default async function EndpointPage({ params }: PageProps<'/webhooks/endpoints/[id]'>) {
  const id = pageId((await params).id);
  return (
    <HydrationBoundary state={await prefetch(endpointQuery(id, sendAsVisitor))}>
      <EndpointScreen id={id} />
    </HydrationBoundary>
  );
}
