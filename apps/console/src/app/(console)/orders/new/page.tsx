import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import { NewOrderScreen } from '#features/orders/new/new-order-screen.tsx';
import { sellingRolesQuery } from '#features/orders/sale/sale-query.ts';
import { prefetch } from '#lib/server/prefetch.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`New order`);

export default async function NewOrderPage() {
  return (
    <HydrationBoundary state={await prefetch(sellingRolesQuery(sendAsVisitor))}>
      <NewOrderScreen />
    </HydrationBoundary>
  );
}
