import { useLingui } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { Link } from '#components/link.tsx';
import { useLocale } from '#components/regional.tsx';
import type { Board } from '../board-query.ts';
import { otherDraftText, TASKS } from './card-text.ts';

/** What other staff have drafted to this day, of jobs that are not on the board: they have no card. */
export function ArrivingDrafts({ board: { jobs, otherDrafts }, day }: { board: Board; day: string }) {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  const shown = new Set(jobs.map(({ id }) => id));
  return otherDrafts
    .filter(({ date, task, orderId }) => date === day && !shown.has(`${task}:${orderId}`))
    .map((other) => (
      <Text key={`${other.person.id} ${other.task} ${other.orderId}`} size="sm" mb="xs">
        <Anchor component={Link} href={`/orders/${other.orderId}`} inherit>
          {t`${{ task: t(TASKS[other.task]) }} of order ${{ id: other.orderId }}`}
        </Anchor>{' '}
        · {otherDraftText(i18n, locale, other)}
      </Text>
    ));
}
