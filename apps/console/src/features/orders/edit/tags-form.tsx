'use client';

import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemText } from '#lib/problem-text.ts';
import { send } from '#lib/send.ts';
import type { Order } from '../order-query.ts';
import { ChangeOrderTags } from './change-tags.ts';
import { isEmpty, repeatedKey, type TagChanges, type TagRow, tagChanges } from './tag-changes.ts';

/** A number stays a number: that is how it was tagged, and how partners read it. */
const asTagged = (order: Order, { key, value }: TagRow) => {
  const known = order.tags.find((tag) => tag.key === key);
  return { key, value: typeof known?.value === 'number' && isNumber(value) ? Number(value) : value };
};
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text;

/** The tags of an order as rows that can be changed, with what would happen said beforehand. */
export function TagsForm({ order, onEnd }: { order: Order; onEnd: () => void }) {
  const [rows, setRows] = useState<TagRow[]>(() => order.tags.map(({ key, value }) => ({ key, value: String(value) })));
  const client = useQueryClient();
  const changes = tagChanges(order.tags, rows);
  const repeated = repeatedKey(rows);
  const saving = useMutation({
    mutationFn: () => {
      const assign = [...changes.added, ...changes.changed].map((row) => asTagged(order, row));
      const remove = changes.removed.map(({ key }) => ({ key }));
      return send(ChangeOrderTags, {
        ids: [order.id],
        assign,
        remove,
        assigns: assign.length > 0,
        removes: remove.length > 0,
      });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['order'] });
      void client.invalidateQueries({ queryKey: ['orders'] });
      onEnd();
    },
  });
  const set = (index: number, part: Partial<TagRow>) =>
    setRows(rows.map((row, place) => (place === index ? { ...row, ...part } : row)));

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty(changes)) onEnd();
        else if (repeated === undefined) saving.mutate();
      }}
    >
      <Stack gap="xs">
        {rows.map((row, index) => (
          // Rows have no other identity than their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Group key={index} gap={6} wrap="nowrap" align="flex-start">
            <TextInput
              size="xs"
              aria-label={`Key of tag ${index + 1}`}
              placeholder="Key"
              value={row.key}
              onChange={(event) => set(index, { key: event.currentTarget.value })}
              error={repeated !== undefined && row.key.trim() === repeated}
              style={{ flex: 1 }}
            />
            <TextInput
              size="xs"
              aria-label={`Value of tag ${row.key || index + 1}`}
              placeholder="Value"
              value={row.value}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
              style={{ flex: 2 }}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size={30}
              aria-label={`Remove tag ${row.key || index + 1}`}
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
          Add a tag
        </Button>
        <Preview changes={changes} />
        {repeated !== undefined && (
          <Text size="sm" c="red" role="alert">
            “{repeated}” stands there twice.
          </Text>
        )}
        {saving.error && (
          <Text size="sm" c="red" role="alert">
            {problemText(saving.error)}
          </Text>
        )}
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" onClick={onEnd} disabled={saving.isPending}>
            Cancel
          </Button>
          <Button
            size="xs"
            type="submit"
            loading={saving.isPending}
            disabled={isEmpty(changes) || repeated !== undefined}
          >
            Save tags
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Preview({ changes: { added, changed, removed } }: { changes: TagChanges }) {
  return (
    <Text component="ul" size="sm" m={0} pl="md" aria-label="What will change">
      {added.map(({ key, value }) => (
        <li key={key}>
          adds <b>{key}</b> {value}
        </li>
      ))}
      {changed.map(({ key, value, was }) => (
        <li key={key}>
          changes <b>{key}</b> from {was} to {value}
        </li>
      ))}
      {removed.map(({ key, value }) => (
        <li key={key}>
          removes <b>{key}</b> {value}
        </li>
      ))}
    </Text>
  );
}
