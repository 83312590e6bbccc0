'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { fieldErrorsOf, isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { send } from '#lib/send.ts';
import type { Order } from '../order-query.ts';
import { ChangeOrderTags } from './change-tags.ts';
import {
  isEmpty,
  mergedTags,
  repeatedKey,
  type TagChanges,
  type TagRow,
  tagChanges,
  tagClashes,
} from './tag-changes.ts';
import { type TagChoices, TagsMerge } from './tags-merge.tsx';

/** Keeps a numeric value a number: partners set and read it as a number. */
const asTagged = (order: Order, { key, value }: TagRow) => {
  const known = order.tags.find((tag) => tag.key === key);
  return { key, value: typeof known?.value === 'number' && isNumber(value) ? Number(value) : value };
};
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text;

/** A form for the tags of an order, with a preview of the changes. */
export function TagsForm({ order, onEnd }: { order: Order; onEnd: () => void }) {
  const { t, i18n } = useLingui();
  // Concurrent changes by others appear in `order`, not in the rows.
  const [base] = useState(order);
  const [rows, setRows] = useState<TagRow[]>(() => order.tags.map(({ key, value }) => ({ key, value: String(value) })));
  const [choices, setChoices] = useState<TagChoices>({});
  const client = useQueryClient();
  const clashes = tagClashes(base.tags, order.tags, rows);
  const isOpen = clashes.some(({ key }) => !choices[key]);
  const left = clashes.flatMap(({ key }) => (choices[key] === 'theirs' ? [key] : []));
  const changes = tagChanges(order.tags, mergedTags(base.tags, order.tags, rows, left));
  const assigned = [...changes.added, ...changes.changed];
  const repeated = repeatedKey(rows);
  const saving = useMutation({
    mutationFn: () =>
      send(ChangeOrderTags, {
        id: order.id,
        version: order.version,
        assign: assigned.map((row) => asTagged(order, row)),
        remove: changes.removed.map(({ key }) => key),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['order'] });
      void client.invalidateQueries({ queryKey: ['orders'] });
      onEnd();
    },
    // After the refetch the form shows the changes of others, and the user may save again.
    onError: (error) => (isProblem(error, 'conflict') ? client.refetchQueries({ queryKey: ['order'] }) : undefined),
  });
  const fieldErrors = fieldErrorsOf(saving.error, 'assign');
  const errorOf = (row: TagRow, member: 'key' | 'value') =>
    fieldErrors[`${assigned.findIndex(({ key }) => key === row.key.trim())}.${member}`];
  const set = (index: number, part: Partial<TagRow>) =>
    setRows(rows.map((row, place) => (place === index ? { ...row, ...part } : row)));

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isOpen || repeated !== undefined) return;
        if (isEmpty(changes)) onEnd();
        else saving.mutate();
      }}
    >
      <Stack gap="xs">
        {rows.map((row, index) => (
          // Rows have no identity but their index.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Group key={index} gap={6} wrap="nowrap" align="flex-start">
            <TextInput
              size="xs"
              aria-label={t`Key of tag ${{ position: index + 1 }}`}
              placeholder={t`Key`}
              value={row.key}
              onChange={(event) => set(index, { key: event.currentTarget.value })}
              error={(repeated !== undefined && row.key.trim() === repeated) || errorOf(row, 'key')}
              style={{ flex: 1 }}
            />
            <TextInput
              size="xs"
              aria-label={t`Value of tag ${{ tag: row.key || index + 1 }}`}
              placeholder={t`Value`}
              value={row.value}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
              error={errorOf(row, 'value')}
              style={{ flex: 2 }}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size={30}
              aria-label={t`Remove tag ${{ tag: row.key || index + 1 }}`}
              onClick={() => setRows(rows.filter((_, place) => place !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setRows([...rows, { key: '', value: '' }])}
          style={{ alignSelf: 'flex-start' }}
        >
          <Trans>Add a tag</Trans>
        </Button>
        {order.version !== base.version && (
          <TagsMerge base={base} order={order} clashes={clashes} choices={choices} choose={setChoices} />
        )}
        <Preview changes={changes} />
        {repeated !== undefined && (
          <Text size="sm" c="red" role="alert">
            <Trans>The key “{repeated}” is used twice.</Trans>
          </Text>
        )}
        {saving.error && (
          <Text size="sm" c="red" role="alert">
            {isProblem(saving.error, 'conflict')
              ? t`Not saved: somebody else changed this order just now. Check their changes above and save again.`
              : problemText(i18n, saving.error)}
          </Text>
        )}
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" onClick={onEnd} disabled={saving.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <BusyButton
            size="xs"
            type="submit"
            loading={saving.isPending}
            disabled={isEmpty(changes) || isOpen || repeated !== undefined}
          >
            <Trans>Save tags</Trans>
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}

function Preview({ changes: { added, changed, removed } }: { changes: TagChanges }) {
  const { t } = useLingui();
  return (
    <Text component="ul" size="sm" m={0} pl="md" aria-label={t`What will change`}>
      {added.map(({ key, value }) => (
        <li key={key}>
          <Trans>
            adds <b>{key}</b> {value}
          </Trans>
        </li>
      ))}
      {changed.map(({ key, value, was }) => (
        <li key={key}>
          <Trans>
            changes <b>{key}</b> from {was} to {value}
          </Trans>
        </li>
      ))}
      {removed.map(({ key, value }) => (
        <li key={key}>
          <Trans>
            removes <b>{key}</b> {value}
          </Trans>
        </li>
      ))}
    </Text>
  );
}
