import { msg } from '@lingui/core/macro';
import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { orderNotesQuery } from '#features/notes/notes-query.ts';
import { orderCrewQuery } from '#features/orders/edit/order-crew-query.ts';
import { timelineQuery } from '#features/orders/history/history-query.ts';
import { loadOrderFilters, type OrderFilters, withOrderFilters } from '#features/orders/order-filters.ts';
import { orderQuery } from '#features/orders/order-query.ts';
import { OrderScreen } from '#features/orders/page/order-screen.tsx';
import { placeQuery } from '#features/orders/step/neighbours-query.ts';
import { orderEventsQuery } from '#features/webhooks/order-events-query.ts';
import { prefetch } from '#lib/server/prefetch.ts';
import { prefetchPages, prefetchSection, together } from '#lib/server/sections.ts';
import { sendAsVisitor } from '#lib/server/send-as-visitor.ts';
import { titled } from '#lib/server/texts.ts';
import { organizationTimeZone } from '#lib/server/visitor.ts';
import { parseAsId } from '#lib/url-parsers.ts';

type Props = PageProps<'/orders/[reference]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = decodeURIComponent((await params).reference);
  return titled(msg`Order ${id}`)();
}

export default async function OrderPage({ params, searchParams }: Props) {
  const reference = decodeURIComponent((await params).reference);
  // The URL contains the filters of the list, so that the back link leads to the same list.
  const filters = await loadOrderFilters(searchParams);
  const listHref = withOrderFilters('/orders', filters);
  const id = parseAsId.parse(reference);
  const order = prefetch(orderQuery(reference, sendAsVisitor));
  return (
    <HydrationBoundary state={await (id === null ? order : together(order, ...sectionsOf(id, filters)))}>
      <OrderScreen reference={reference} listHref={listHref} />
    </HydrationBoundary>
  );
}

/** What the sections of the page show beside the order. */
const sectionsOf = (id: number, filters: OrderFilters) => [
  organizationTimeZone().then((timeZone) => prefetchSection(placeQuery(id, filters, timeZone, sendAsVisitor))),
  prefetchSection(orderCrewQuery(id, sendAsVisitor)),
  prefetchSection(orderNotesQuery(id, sendAsVisitor)),
  prefetchPages(timelineQuery(id, sendAsVisitor)),
  prefetchSection(orderEventsQuery(id, sendAsVisitor)),
];
