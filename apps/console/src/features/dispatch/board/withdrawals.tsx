import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { List } from '@mantine/core';
import { Hint } from '#components/hint.tsx';
import { TextLink } from '#components/text-link.tsx';
import type { Board } from '../board-query.ts';
import { TASKS } from './card-text.ts';

/** The people who do not know that a job is no longer theirs, and may still go there. */
export function Withdrawals({ board: { crewWithdrawals } }: { board: Board }) {
  const { t } = useLingui();
  const count = crewWithdrawals.length;
  if (count === 0) return null;
  return (
    <section aria-label={t`Withdrawn jobs`} style={{ marginBottom: 16 }}>
      <Hint
        kind="clash"
        title={t`${plural(count, { one: '# withdrawn job was not seen', other: '# withdrawn jobs were not seen' })}`}
      >
        <List size="sm">
          {crewWithdrawals.map(({ personId, personName, task, orderId, title }) => (
            <List.Item key={`${personId} ${task} ${orderId}`}>
              <Trans>
                {personName} has not seen that it was withdrawn: {{ task: t(TASKS[task]) }}, {title},{' '}
                <TextLink href={`/orders/${orderId}`}>order {orderId}</TextLink>
              </Trans>
            </List.Item>
          ))}
        </List>
      </Hint>
    </section>
  );
}
