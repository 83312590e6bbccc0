import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Radio, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Hint } from '#components/hint.tsx';
import { type Draft, TAG_ACTIONS, TAG_PLACES, type TagLine } from './draft.ts';

type TagFieldsProps = { draft: Draft; change: (change: Partial<Draft>) => void; fieldErrors: Record<string, string> };

const PLACES = {
  order: msg`The order`,
  booking: msg`Its bookings`,
  pickup: msg`Its pickup`,
  dropoff: msg`Its drop-off`,
};
const ACTIONS = {
  assign: msg`Assign: add the tags; an existing key gets the new value`,
  synchronise: msg`Synchronise: add the tags and remove all others`,
  remove: msg`Remove: remove the tags; an empty value matches any value`,
};

/** The tags, the resources they belong to, and the action. */
export function TagFields({ draft: { on, action, tags }, change, fieldErrors }: TagFieldsProps) {
  const { t } = useLingui();
  const set = (index: number, line: Partial<TagLine>) =>
    change({ tags: tags.map((tag, at) => (at === index ? { ...tag, ...line } : tag)) });
  return (
    <Stack gap="md">
      <Select
        label={t`Tags of`}
        data={TAG_PLACES.map((value) => ({ value, label: t(PLACES[value]) }))}
        value={on}
        onChange={(value) => change({ on: TAG_PLACES.find((place) => place === value) ?? 'order' })}
        allowDeselect={false}
        maw={280}
      />
      <Radio.Group
        label={t`What to do with them`}
        value={action}
        onChange={(value) => change({ action: TAG_ACTIONS.find((one) => one === value) ?? 'assign' })}
      >
        <Stack gap={6} mt={6}>
          {TAG_ACTIONS.map((value) => (
            <Radio key={value} value={value} label={t(ACTIONS[value])} />
          ))}
        </Stack>
      </Radio.Group>
      {action === 'synchronise' && (
        <Hint kind="care">
          <Trans>Tags that are not listed here are REMOVED. The preview lists every removed tag, order by order.</Trans>
        </Hint>
      )}
      <Stack gap="xs" role="group" aria-label={t`Tags`}>
        {tags.map(({ key, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its index
          <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              label={index === 0 ? t`Key` : undefined}
              aria-label={t`Key of tag ${{ position: index + 1 }}`}
              value={key}
              onChange={({ currentTarget }) => set(index, { key: currentTarget.value })}
              error={fieldErrors[`tags.${index}.key`]}
              flex={1}
            />
            <TextInput
              label={index === 0 ? t`Value` : undefined}
              aria-label={t`Value of tag ${{ position: index + 1 }}`}
              placeholder={action === 'remove' ? t`Any value` : undefined}
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
              aria-label={t`Remove line of tag ${{ position: index + 1 }}`}
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
          <Trans>Add a tag</Trans>
        </Button>
      </Stack>
    </Stack>
  );
}
