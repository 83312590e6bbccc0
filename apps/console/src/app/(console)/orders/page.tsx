import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { headers } from 'next/headers';
import { OrdersScreen } from '#features/orders/list/orders-screen.tsx';
import { loadOrderFilters } from '#features/orders/order-filters.ts';
import { ordersCountQuery, ordersQuery } from '#features/orders/orders-query.ts';
import { prefetch } from '#lib/server/prefetch.ts';
import { prefetchSection, together } from '#lib/server/sections.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';
import { organizationTimeZone } from '#lib/server/visitor.ts';

export const generateMetadata = titled(msg`Orders`);

export default async function OrdersPage({ searchParams }: PageProps<'/orders'>) {
  const filters = await loadOrderFilters(searchParams);
  const isPhone = /\bMobi/.test((await headers()).get('user-agent') ?? '');
  const timeZone = await organizationTimeZone();
  const state = await together(
    prefetch(ordersQuery(filters, timeZone, sendAsVisitor)),
    prefetchSection(ordersCountQuery(filters, timeZone, sendAsVisitor)),
  );
  return (
    <HydrationBoundary state={state}>
      <OrdersScreen isPhone={isPhone} />
    </HydrationBoundary>
  );
}
