import { ActionIcon, Button, Group, Radio, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Hint } from '#components/hint.tsx';
import { type Draft, TAG_ACTIONS, TAG_PLACES, type TagLine } from './draft.ts';

type TagFieldsProps = { draft: Draft; change: (change: Partial<Draft>) => void; fieldErrors: Record<string, string> };

const PLACES = { order: 'The order', booking: 'Its bookings', pickup: 'Its pickup', dropoff: 'Its drop-off' };
const ACTIONS = {
  assign: 'Assign: add the tags; an existing key gets the new value',
  synchronise: 'Synchronise: add the tags and remove all others',
  remove: 'Remove: remove the tags; an empty value matches any value',
};

/** The tags, the resources they belong to, and the action. */
export function TagFields({ draft: { on, action, tags }, change, fieldErrors }: TagFieldsProps) {
  const set = (index: number, line: Partial<TagLine>) =>
    change({ tags: tags.map((tag, at) => (at === index ? { ...tag, ...line } : tag)) });
  return (
    <Stack gap="md">
      <Select
        label="Tags of"
        data={TAG_PLACES.map((value) => ({ value, label: PLACES[value] }))}
        value={on}
        onChange={(value) => change({ on: TAG_PLACES.find((place) => place === value) ?? 'order' })}
        allowDeselect={false}
        maw={280}
      />
      <Radio.Group
        label="What to do with them"
        value={action}
        onChange={(value) => change({ action: TAG_ACTIONS.find((one) => one === value) ?? 'assign' })}
      >
        <Stack gap={6} mt={6}>
          {TAG_ACTIONS.map((value) => (
            <Radio key={value} value={value} label={ACTIONS[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {action === 'synchronise' && (
        <Hint kind="care">
          Tags that are not listed here are REMOVED. The preview lists every removed tag, order by order.
        </Hint>
      )}
      <Stack gap="xs" role="group" aria-label="Tags">
        {tags.map(({ key, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its index
          <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              label={index === 0 ? 'Key' : undefined}
              aria-label={`Key of tag ${index + 1}`}
              value={key}
              onChange={({ currentTarget }) => set(index, { key: currentTarget.value })}
              error={fieldErrors[`tags.${index}.key`]}
              flex={1}
            />
            <TextInput
              label={index === 0 ? 'Value' : undefined}
              aria-label={`Value of tag ${index + 1}`}
              placeholder={action === 'remove' ? 'Any value' : undefined}
              value={value}
              onChange={({ currentTarget }) => set(index, { value: currentTarget.value })}
              error={fieldErrors[`tags.${index}.value`]}
              flex={1}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              mt={index === 0 ? 25 : 0}
              aria-label={`Remove line of tag ${index + 1}`}
              disabled={tags.length === 1}
              onClick={() => change({ tags: tags.filter((_tag, at) => at !== index) })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => change({ tags: [...tags, { key: '', value: '' }] })}
          style={{ alignSelf: 'flex-start' }}
        >
          Add a tag
        </Button>
      </Stack>
    </Stack>
  );
}
