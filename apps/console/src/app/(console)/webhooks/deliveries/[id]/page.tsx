import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { deliveryQuery } from '#features/webhooks/delivery/delivery-query.ts';
import { DeliveryScreen } from '#features/webhooks/delivery/delivery-screen.tsx';
import { pageId } from '#features/webhooks/page-id.ts';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';

export async function generateMetadata({ params }: PageProps<'/webhooks/deliveries/[id]'>): Promise<Metadata> {
  return { title: `Delivery ${(await params).id}` };
}

export default async function DeliveryPage({ params }: PageProps<'/webhooks/deliveries/[id]'>) {
  const id = pageId((await params).id);
  return (
    <HydrationBoundary state={await prefetch(deliveryQuery(id, sendAsVisitor))}>
      <DeliveryScreen id={id} />
    </HydrationBoundary>
  );
}
