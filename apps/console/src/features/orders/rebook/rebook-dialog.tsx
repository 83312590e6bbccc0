'use client';

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Alert, Box, List, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ClashNotes } from '#components/clash-notes.tsx';
import { FormDialog } from '#components/form-dialog.tsx';
import { SaveForm } from '#components/save-form.tsx';
import { dayIn } from '#lib/format.ts';
import { made } from '#lib/made.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { refreshClashes } from '#lib/refresh-clashes.ts';
import { send } from '#lib/send.ts';
import type { Order } from '../order-query.ts';
import { ChangedMeanwhile } from '../page/changed-meanwhile.tsx';
import { PriceCells, PriceHeads } from '../page/prices.tsx';
import { DepartureChoice } from '../sale/departure-choice.tsx';
import { ProductChoice } from '../sale/product-choice.tsx';
import {
  type Departure,
  type RebookingQuote,
  rebookingQuoteQuery,
  type Sellable,
  type Sold,
  sellableProductsQuery,
  soldOf,
} from '../sale/sale-query.ts';
import { RebookOrder } from './rebook-acts.ts';
import { EFFECTS } from './rebooking-effects.ts';

/** Moves an order to another departure, rate or product. The difference is shown before it is done. */
export function RebookDialog({ order, close }: { order: Order; close: () => void }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [version, setVersion] = useState(order.version);
  const seller = { orderId: order.id };
  const [chosen, setChosen] = useState<Sold | null>(null);
  const own = useQuery(sellableProductsQuery(seller, order.bookedDetails?.product?.title ?? ''));
  const sold = chosen ?? soldNow(order, own.data);
  const [from, setFrom] = useState(() => firstDay(order));
  const [departure, setDeparture] = useState<Departure | null>(null);
  const [isTouched, setTouched] = useState(false);
  const changeDeparture = useCallback((next: Departure | null, isChosen: boolean) => {
    setDeparture(next);
    if (isChosen) setTouched(true);
  }, []);
  const isChosen = sold !== null && departure !== null;
  const like = {
    rateTitle: order.bookedDetails?.rates[0]?.title ?? '',
    startTime: order.bookings[0]?.availability.startTime ?? null,
  };
  const quote = useQuery({
    ...rebookingQuoteQuery(order.id, sold?.level.id ?? 0, departure?.id ?? 0),
    enabled: isChosen,
  });

  async function save() {
    if (!sold || !departure || !quote.data) return;
    const { outcome } = quote.data;
    const input = { details: { availabilityId: departure.id } };
    const variables = { orderId: order.id, version, serviceLevelId: sold.level.id, input, outcome };
    const { rebookOrder } = await send(RebookOrder, variables).catch(async (error) => {
      // What it does may have changed since it was shown: a further attempt is about what is shown then.
      await quote.refetch();
      setVersion(order.version);
      throw error;
    });
    const rebooked = made(rebookOrder.order);
    client.setQueriesData<Order>({ queryKey: ['order'] }, (known) => (known?.id === order.id ? rebooked : known));
    void client.invalidateQueries({ queryKey: ['orders'] });
    void client.invalidateQueries({ queryKey: ['order-history', order.id] });
    void refreshClashes(client);
    void say({ kind: 'done', title: t`Order ${order.id} is rebooked`, text: t`Its webhooks are being sent.` });
    close();
  }

  return (
    <FormDialog
      title={t`Rebook order ${order.id}`}
      closeLabel={t`Close without rebooking`}
      close={close}
      size="lg"
      closeOnClickOutside={false}
    >
      <SaveForm
        action={t`Rebook`}
        fields={[]}
        values={isTouched}
        save={save}
        cancel={close}
        isDisabled={!isChosen || !quote.data || quote.data.isUnmoved}
      >
        {() => (
          <Stack gap="sm">
            <Text size="sm">
              {t`The passengers stay: ${plural(order.passengers.length, { one: '# person', other: '# persons' })}.`}
            </Text>
            {version !== order.version && <ChangedMeanwhile />}
            <ProductChoice
              seller={seller}
              sold={sold}
              change={(next) => {
                setChosen(next);
                setTouched(true);
                setDeparture(null);
              }}
            />
            {sold && (
              <DepartureChoice
                seller={seller}
                sold={sold}
                from={from}
                changeFrom={(day) => {
                  setFrom(day);
                  setDeparture(null);
                }}
                departure={departure}
                like={like}
                change={changeDeparture}
              />
            )}
            {isChosen && quote.error && (
              <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
                {problemText(i18n, quote.error)}
              </Alert>
            )}
            {isChosen && quote.isPending && <Skeleton height={140} />}
            {isChosen && quote.data && <Difference rebooking={quote.data} />}
            {isChosen && quote.data?.isUnmoved && (
              <Text size="sm">{t`This is what the order has now. Choose another departure or rate.`}</Text>
            )}
          </Stack>
        )}
      </SaveForm>
    </FormDialog>
  );
}

/** What the order has now, if it is still sold. */
function soldNow({ bookedDetails, bookings: [booking] }: Order, offered: Sellable[] = []): Sold | null {
  const own = offered.find(({ product }) => product.id === bookedDetails?.product?.id);
  return own && booking ? soldOf(own, booking.serviceLevelId) : null;
}

/** The day of the order, or today if that is past: the first day that departures are listed from. */
function firstDay({ startsAtLocal, timeZone }: Order): string {
  const today = dayIn(timeZone, new Date());
  const day = startsAtLocal?.slice(0, 10);
  return day && day >= today ? day : today;
}

function Difference({ rebooking: { before, quote, difference, effects } }: { rebooking: RebookingQuote }) {
  const { t } = useLingui();
  return (
    <section aria-label={t`What changes`}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t`Price`}</Table.Th>
            <PriceHeads />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">{t`Now`}</Table.Th>
            <PriceCells prices={before} />
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">{t`After`}</Table.Th>
            <PriceCells prices={quote.total} />
          </Table.Tr>
          {difference && (
            <Table.Tr>
              <Table.Th scope="row">{t`Difference`}</Table.Th>
              <PriceCells prices={difference} />
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
      {!difference && <Text size="sm">{t`The currencies differ, so there is no difference.`}</Text>}
      {(quote.days > 1 || effects.includes('daysChanged')) && (
        <Text size="sm" mt="xs">
          {t`${plural(quote.days, { one: 'Booked for # day', other: 'Booked for # days' })}`}
        </Text>
      )}
      <Text size="sm" c={quote.placesLeft < quote.quantity ? 'red' : 'dimmed'} mt="xs">
        {quote.placesLeft < quote.quantity
          ? t`There are not enough places: ${quote.placesLeft} of ${quote.quantity} are left. Choose another departure.`
          : t`${plural(quote.placesLeft, { one: '# place left', other: '# places left' })}`}
      </Text>
      {effects.length > 0 && (
        <List size="sm" mt="xs">
          {effects.map((effect) => (
            <List.Item key={effect}>{t(EFFECTS[effect])}</List.Item>
          ))}
        </List>
      )}
      {quote.clashes.length > 0 && (
        <Box fz="sm" mt="xs">
          <ClashNotes clashes={quote.clashes} label={t`Clashes after the rebooking`} />
        </Box>
      )}
    </section>
  );
}
