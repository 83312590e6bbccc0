import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { loadOrderFilters, withOrderFilters } from '#features/orders/order-filters.ts';
import { orderQuery } from '#features/orders/order-query.ts';
import { OrderScreen } from '#features/orders/page/order-screen.tsx';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

type Props = PageProps<'/orders/[reference]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = decodeURIComponent((await params).reference);
  return titled(msg`Order ${id}`)();
}

export default async function OrderPage({ params, searchParams }: Props) {
  const reference = decodeURIComponent((await params).reference);
  // The URL contains the filters of the list, so that the back link leads to the same list.
  const listHref = withOrderFilters('/orders', await loadOrderFilters(searchParams));
  return (
    <HydrationBoundary state={await prefetch(orderQuery(reference, sendAsVisitor))}>
      <OrderScreen reference={reference} listHref={listHref} />
    </HydrationBoundary>
  );
}
