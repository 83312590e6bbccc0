import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Alert, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { channelText } from '../history/change-labels.ts';
import { changesQuery } from '../history/history-query.ts';
import type { Order } from '../order-query.ts';
import { type TagClash, tagChanges } from './tag-changes.ts';

/** The chosen side of each clashing tag, by key. */
export type TagChoices = Record<string, 'theirs' | 'mine'>;

type TagsMergeProps = {
  /** The order when the editing began. */
  base: Order;
  order: Order;
  clashes: readonly TagClash[];
  choices: TagChoices;
  choose: (choices: TagChoices) => void;
};

/** Lists concurrent changes of the tags by others, with a choice for each clash; renders nothing if there are none. */
export function TagsMerge({ base, order, clashes, choices, choose }: TagsMergeProps) {
  const { t, i18n } = useLingui();
  const timeZone = useOrganizationTimeZone();
  const { data = [] } = useQuery(changesQuery(order.id, base.version, order.version));
  const rows = order.tags.map(({ key, value }) => ({ key, value: String(value) }));
  const { added, changed, removed } = tagChanges(base.tags, rows);
  const theirs = [
    ...added.map(({ key, value }) => ({ key, text: t`added: ${{ value: shown(i18n, value) }}` })),
    ...changed.map(({ key, value, was }) => ({
      key,
      text: t`changed from ${{ was: shown(i18n, was) }} to ${{ value: shown(i18n, value) }}`,
    })),
    ...removed.map(({ key, value }) => ({ key, text: t`removed: ${{ value: shown(i18n, value) }}` })),
  ];
  if (theirs.length === 0) return null;
  return (
    <Alert color="yellow" title={t`Somebody changed these tags while you were editing them`} py="xs">
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Changed by others`}>
        {theirs.map(({ key, text }) => {
          const by = data.find(({ change: { path } }) => path.length === 2 && path[0] === 'tags' && path[1] === key);
          const clash = clashes.find((one) => one.key === key);
          return (
            <li key={key}>
              <Text size="sm">
                <b>{key}</b> {text}
              </Text>
              {by && (
                <Text size="xs" c="dimmed">
                  {by.actor?.name ?? t`The system`} ({channelText(i18n, by.channel)}),{' '}
                  <Instant instant={by.at} timeZone={timeZone} />
                </Text>
              )}
              {clash && (
                <Radio.Group
                  aria-label={t`Value of ${key}`}
                  value={choices[key] ?? null}
                  onChange={(choice) => choose({ ...choices, [key]: choice === 'mine' ? 'mine' : 'theirs' })}
                >
                  <Group gap="md" mt={4}>
                    <Radio size="xs" value="theirs" label={t`Take theirs: ${{ value: shown(i18n, clash.theirs) }}`} />
                    <Radio size="xs" value="mine" label={t`Keep mine: ${{ value: shown(i18n, clash.mine) }}`} />
                  </Group>
                </Radio.Group>
              )}
            </li>
          );
        })}
      </Stack>
    </Alert>
  );
}

const shown = (i18n: I18n, value: string | undefined) =>
  value === undefined ? t(i18n)`no such tag` : value || t(i18n)`(empty)`;
