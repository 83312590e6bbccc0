import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { OrdersScreen } from '#features/orders/list/orders-screen.tsx';
import { loadOrderFilters } from '#features/orders/order-filters.ts';
import { ordersQuery } from '#features/orders/orders-query.ts';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';

export const metadata: Metadata = { title: 'Orders' };

export default async function OrdersPage({ searchParams }: PageProps<'/orders'>) {
  const filters = await loadOrderFilters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(ordersQuery(filters, sendAsVisitor))}>
      <OrdersScreen />
    </HydrationBoundary>
  );
}
