'use client';

import { useLingui } from '@lingui/react/macro';
import { Alert, Box, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { useEarlyInput } from '#components/early-input.ts';
import { usePush } from '#components/leaving/use-push.ts';
import { useUnsaved } from '#components/leaving/use-unsaved.ts';
import { LinkButton } from '#components/link-button.tsx';
import { PageHead } from '#components/page-head.tsx';
import { Section } from '#components/section.tsx';
import { say } from '#lib/notice.ts';
import { fieldErrorsOf } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { DepartureChoice } from '../sale/departure-choice.tsx';
import { ProductChoice } from '../sale/product-choice.tsx';
import { QuoteTable } from '../sale/quote-table.tsx';
import { type Booking, type Departure, quoteQuery } from '../sale/sale-query.ts';
import { useHold } from '../sale/use-hold.ts';
import { HoldNote } from './hold-note.tsx';
import { emptyDraft, firstCounts, isTyped, type OrderDraft, pricedBooking, wholeBooking } from './order-draft.ts';
import { PassengerFields } from './passenger-fields.tsx';
import { TransferFields } from './transfer-fields.tsx';

type Role = { id: number; name: string; clientName: string };

/** Sells an order: what is chosen is priced and held at once. */
export function NewOrderForm({ roles, today }: { roles: [Role, ...Role[]]; today: string }) {
  const { t, i18n } = useLingui();
  const push = usePush();
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form);
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => emptyDraft(String(roles[0].id), today));
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const change = useCallback((part: Partial<OrderDraft>) => setDraft((former) => ({ ...former, ...part })), []);
  const changeDeparture = useCallback((departure: Departure | null) => change({ departure }), [change]);

  const stopAsking = useUnsaved(isTyped(draft));
  const priced = pricedBooking(draft);
  const { hold, isHeld, problem, renewal, renew, retry, book } = useHold(priced);
  // Its own places count as free: whether they suffice is what the hold says.
  const ownId = hold?.role === draft.role ? hold.orderId : null;
  const quote = useQuote(priced, ownId);
  const fieldErrors = { ...fieldErrorsOf(quote.error), ...fieldErrorsOf(failure) };
  const errorOf = (path: string, subject: string) => {
    const message = fieldErrors[path];
    return message && `${subject} ${message}`;
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    const whole = wholeBooking(draft);
    if (!whole) return setFailure(t`Choose a product, a departure and at least one passenger first.`);
    setBusy(true);
    setFailure(null);
    try {
      const id = await book(whole);
      void client.invalidateQueries({ queryKey: ['orders'] });
      void say({ kind: 'done', title: t`Order ${id} is booked` });
      stopAsking();
      push(`/orders/${id}`);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  const isSaid = Object.keys(fieldErrorsOf(failure)).length > 0;
  return (
    <Box maw={1280} px={{ base: 'md', sm: 'lg' }} py={{ base: 'md', sm: 'lg' }}>
      <PageHead back={{ href: '/orders', label: t`Orders` }} title={t`New order`} />
      <form ref={form} onSubmit={submit} noValidate>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mt="md">
          <Stack gap="md">
            <Section title={t`What`}>
              <Stack gap="sm">
                {roles.length > 1 ? (
                  <NativeSelect
                    label={t`Sold through`}
                    value={draft.role}
                    data={roles.map(({ id, name, clientName }) => ({
                      value: String(id),
                      label: `${name} · ${clientName}`,
                    }))}
                    onChange={({ currentTarget }) => change({ role: currentTarget.value, sold: null, departure: null })}
                  />
                ) : (
                  <span>{t`The client is ${roles[0].clientName}.`}</span>
                )}
                <ProductChoice
                  seller={{ role: draft.role }}
                  sold={draft.sold}
                  change={(sold) => change({ sold, departure: null, counts: firstCounts(sold.level) })}
                />
                {draft.sold && (
                  <DepartureChoice
                    seller={ownId === null ? { role: draft.role } : { orderId: ownId }}
                    sold={draft.sold}
                    from={draft.from}
                    changeFrom={(from) => change({ from, departure: null })}
                    departure={draft.departure}
                    change={changeDeparture}
                    error={errorOf('details.availabilityId', t`The departure`)}
                  />
                )}
              </Stack>
            </Section>
            {draft.sold && (
              <Section title={t`Transfers and reference`}>
                <Stack gap="sm">
                  <TransferFields draft={draft} change={change} />
                  <TextInput
                    label={t`Reference code`}
                    value={draft.referenceCode}
                    onChange={({ currentTarget }) => change({ referenceCode: currentTarget.value })}
                    error={errorOf('referenceCode', t`The code`)}
                    autoComplete="off"
                  />
                </Stack>
              </Section>
            )}
          </Stack>
          <Stack gap="md">
            {draft.sold && (
              <Section title={t`Passengers`}>
                <PassengerFields draft={draft} change={change} errorOf={errorOf} />
              </Section>
            )}
            <Section title={t`Price and places`}>
              <Stack gap="sm">
                {quote.data && <QuoteTable quote={quote.data} />}
                {quote.error && Object.keys(fieldErrorsOf(quote.error)).length === 0 && (
                  <Failure>{problemText(i18n, quote.error)}</Failure>
                )}
                <HoldNote
                  hold={hold}
                  isHeld={isHeld}
                  // A refused booking has a sentence of its own.
                  problem={quote.error ? null : problem}
                  renewal={renewal}
                  renew={() => void renew()}
                  retry={() => void retry()}
                />
                {failure !== null && !isSaid && (
                  <Failure>{typeof failure === 'string' ? failure : problemText(i18n, failure)}</Failure>
                )}
                <Group justify="flex-end" gap="sm">
                  <LinkButton href="/orders">{t`Cancel`}</LinkButton>
                  <BusyButton type="submit" loading={isBusy}>{t`Book`}</BusyButton>
                </Group>
              </Stack>
            </Section>
          </Stack>
        </SimpleGrid>
      </form>
    </Box>
  );
}

const Failure = ({ children }: { children: string }) => (
  <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
    {children}
  </Alert>
);

/**
 * The price of a booking; without a booking nothing is requested.
 *
 * @param orderId the order that holds its places
 */
function useQuote(booking: Booking | null, orderId: number | null) {
  const empty = { role: '', serviceLevelId: 0, input: {} };
  const { data, error } = useQuery({ ...quoteQuery(booking ?? empty, orderId), enabled: booking !== null });
  return booking ? { data: error ? undefined : data, error } : { data: undefined, error: null };
}
