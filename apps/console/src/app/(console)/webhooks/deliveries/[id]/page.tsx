import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { deliveryQuery } from '#features/webhooks/delivery/delivery-query.ts';
import { DeliveryScreen } from '#features/webhooks/delivery/delivery-screen.tsx';
import { pageId } from '#features/webhooks/page-id.ts';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export async function generateMetadata({ params }: PageProps<'/webhooks/deliveries/[id]'>): Promise<Metadata> {
  const { id } = await params;
  return titled(msg`Delivery ${id}`)();
}

export default async function DeliveryPage({ params }: PageProps<'/webhooks/deliveries/[id]'>) {
  const id = pageId((await params).id);
  return (
    <HydrationBoundary state={await prefetch(deliveryQuery(id, sendAsVisitor))}>
      <DeliveryScreen id={id} />
    </HydrationBoundary>
  );
}
