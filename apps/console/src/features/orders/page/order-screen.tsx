'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '#components/link-button.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useMay } from '#components/rights.tsx';
import { NotesSection } from '#features/notes/index.ts';
import { OrderEvents } from '#features/webhooks/index.ts';
import { later } from '#lib/later.ts';
import { EditBar } from '../edit/edit-bar.tsx';
import { OrderEditProvider, useOrderEdit } from '../edit/order-edit.tsx';
import { OrderTimeline } from '../history/order-timeline.tsx';
import { type Order, orderQuery } from '../order-query.ts';
import { PartnerView } from '../partner/partner-view.tsx';
import { OrderDepartures } from './order-departures.tsx';
import { OrderExperience } from './order-experience.tsx';
import { OrderHeader } from './order-header.tsx';
import { OrderPassengers } from './order-passengers.tsx';
import { OrderPeople } from './order-people.tsx';
import { OrderRecord } from './order-record.tsx';
import classes from './order-screen.module.css';
import { OrderSkeleton } from './order-skeleton.tsx';
import { OrderTags } from './order-tags.tsx';
import { OrderTickets } from './order-tickets.tsx';
import { OrderTotals } from './order-totals.tsx';
import { OrderTransfers } from './order-transfers.tsx';

const MergeDialog = later(() => import('../edit/merge-dialog.tsx').then((module) => module.MergeDialog));

/** An order by its id or a tag. `listHref` is the list that it was opened from. */
export function OrderScreen({ reference, listHref }: { reference: string; listHref: string }) {
  const { t } = useLingui();
  const query = useQuery(orderQuery(reference));
  const { data: order, error, refetch } = query;
  if (order) {
    return (
      <>
        {error && <OutdatedNote retry={refetch} />}
        <OrderEditProvider key={order.id} order={order}>
          <OrderPage order={order} listHref={listHref} />
        </OrderEditProvider>
      </>
    );
  }
  if (!error) return <OrderSkeleton />;
  return (
    <ProblemPanel
      query={query}
      forbidden={t`You may not see this order`}
      elsewhere={
        <LinkButton href={listHref}>
          <Trans>Back to the orders</Trans>
        </LinkButton>
      }
    />
  );
}

function OrderPage({ order, listHref }: { order: Order; listHref: string }) {
  const isStaff = useMay('console');
  const { isMerging } = useOrderEdit();
  return (
    <Box maw={1280} px={{ base: 'md', sm: 'lg' }} py={{ base: 'md', sm: 'lg' }}>
      <OrderHeader order={order} listHref={listHref} />
      <div className={classes.columns}>
        <Stack gap="md">
          <OrderTransfers order={order} />
          <OrderPassengers order={order} />
          {isStaff && <NotesSection orderId={order.id} />}
          <OrderDepartures order={order} />
          <OrderTimeline orderId={order.id} />
          <PartnerView orderId={order.id} version={order.version} />
        </Stack>
        <Stack gap="md" className={classes.side}>
          <OrderTotals order={order} />
          <OrderPeople order={order} />
          <OrderTickets order={order} />
          <OrderTags order={order} />
          <OrderRecord order={order} />
          <OrderEvents orderId={order.id} />
        </Stack>
        <OrderExperience order={order} />
      </div>
      <EditBar />
      {isMerging && <MergeDialog />}
    </Box>
  );
}
