'use client';

import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Box, Group, Paper, Text, Title } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { useGo } from '#components/leaving/use-go.ts';
import { useUnsaved } from '#components/leaving/use-unsaved.ts';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { fieldErrorsOf } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { countOrders, planBatch, type Selection } from '../batch-acts.ts';
import { ChangeForm } from './change-form.tsx';
import { changeOf, type Draft, EMPTY, missing } from './draft.ts';
import type { Chosen } from './selection.ts';

/** The form of a new batch for the orders in the URL; the preview follows on the batch's page. */
export function NewBatchScreen({ chosen }: { chosen: Chosen }) {
  const { t } = useLingui();
  if (chosen.kind === 'none') {
    return (
      <StatePanel
        isPage
        icon={IconStack2}
        title={t`No orders chosen`}
        action={
          <LinkButton href="/orders">
            <Trans>Go to the orders</Trans>
          </LinkButton>
        }
      >
        <Trans>In the list of orders, select orders or all that match the filter, and choose “Change…”.</Trans>
      </StatePanel>
    );
  }
  return <NewBatch chosen={chosen} />;
}

function NewBatch({ chosen }: { chosen: Exclude<Chosen, { kind: 'none' }> }) {
  const { t, i18n } = useLingui();
  const go = useGo();
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const planned = useUnsaved(JSON.stringify(draft) !== JSON.stringify(EMPTY));
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const fieldErrors = { ...(isTried ? missing(i18n, draft) : {}), ...fromServer(problem) };

  async function plan(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    setProblem(undefined);
    if (Object.keys(missing(i18n, draft)).length > 0) return;
    setBusy(true);
    try {
      const id = await planBatch(chosen.orders, changeOf(draft));
      planned();
      go(`/batches/${id}`);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  }

  return (
    <Box p={{ base: 'md', sm: 'lg' }} maw={760}>
      <Title order={1}>
        <Trans>Change orders</Trans>
      </Title>
      <Text c="dimmed" size="sm" mb="md" role="status">
        <ChosenText chosen={chosen} />
      </Text>
      <Paper
        component="form"
        onSubmit={plan}
        noValidate
        p={{ base: 'md', sm: 'lg' }}
        radius="md"
        aria-label={t`What to change`}
      >
        <ChangeForm
          draft={draft}
          change={(change) => {
            setProblem(undefined);
            setDraft({ ...draft, ...change });
          }}
          fieldErrors={fieldErrors}
        />
        {problem !== undefined && (
          <Alert role="alert" color="red" mt="md" title={t`The batch can’t be planned`}>
            {planProblem(i18n, problem)}
          </Alert>
        )}
        <Group mt="lg" gap="sm">
          <BusyButton type="submit" loading={isBusy}>
            <Trans>Preview</Trans>
          </BusyButton>
          <LinkButton href={listHref(chosen)}>
            <Trans>Back to the orders</Trans>
          </LinkButton>
        </Group>
        <Text size="sm" c="dimmed" mt="sm">
          <Trans>
            No order is changed yet: the preview shows what would be added, changed and removed in each order.
          </Trans>
        </Text>
      </Paper>
    </Box>
  );
}

const listHref = (chosen: Exclude<Chosen, { kind: 'none' }>) =>
  chosen.kind === 'filter' && chosen.listQuery ? `/orders?${chosen.listQuery}` : '/orders';

function ChosenText({ chosen }: { chosen: Exclude<Chosen, { kind: 'none' }> }) {
  const { t } = useLingui();
  const filter = (chosen.orders as Selection).filter ?? null;
  const { data: total } = useQuery({
    queryKey: ['orders', 'count', filter],
    queryFn: ({ signal }) => countOrders(filter, signal),
    enabled: chosen.kind === 'filter',
  });
  if (chosen.kind === 'ids') {
    const count = chosen.ids.length;
    return t`${plural(count, { one: '# order chosen.', other: '# orders chosen.' })}`;
  }
  if (total === undefined) return t`All orders that match the filter.`;
  return t`${plural(total, {
    one: 'The # order that matches the filter. The list is fixed when the preview is created: later orders are not included.',
    other:
      'All # orders that match the filter. The list is fixed when the preview is created: later orders are not included.',
  })}`;
}

/** Maps the server's field errors to the fields of the form. */
function fromServer(problem: unknown): Record<string, string> {
  const fieldErrors: Record<string, string> = {};
  for (const [path, message] of Object.entries(fieldErrorsOf(problem, 'change'))) {
    const [first, ...rest] = path.split('.');
    if (first === 'tags') fieldErrors[rest.join('.') === 'tags' ? 'tags.0.key' : rest.join('.')] = message;
    else fieldErrors[first === 'status' ? 'status' : 'person'] = message;
  }
  return fieldErrors;
}

/** The error message about the selection of orders, or about no field. */
function planProblem(i18n: I18n, problem: unknown): string {
  const about = Object.entries(fieldErrorsOf(problem, 'change')).filter(([path]) => path.startsWith('orders'));
  if (about.length === 0) return problemText(i18n, problem);
  const [[path = '', message = ''] = []] = about;
  return path.startsWith('orders.ids')
    ? t(i18n)`Some of these orders don’t exist, or you are not staff of their organization.`
    : t(i18n)`These ${message}`;
}
