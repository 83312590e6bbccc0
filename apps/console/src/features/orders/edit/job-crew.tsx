import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { crewColor, crewText, UNSEEN_COLOR } from '#components/crew-status.tsx';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { orderCrewQuery } from './order-crew-query.ts';
import { useOrderEdit } from './order-edit.tsx';

/** What the assigned driver or guide says about a task, and when. */
export function JobCrew({ task }: { task: 'pickup' | 'dropoff' | 'guide' }) {
  const { i18n } = useLingui();
  const { order } = useOrderEdit();
  const timeZone = useOrganizationTimeZone();
  const { data } = useQuery(orderCrewQuery(order.id));
  const status = data?.crew.find((one) => one.task === task);
  return (
    <>
      {status && (
        <Text size="sm" fw={600} c={crewColor(status)}>
          {crewText(i18n, status)} {status.stateAt && <Instant instant={status.stateAt} timeZone={timeZone} />}
        </Text>
      )}
      {data?.crewWithdrawals
        .filter((one) => one.task === task)
        .map(({ personId, personName }) => (
          <Text key={personId} size="sm" fw={600} c={UNSEEN_COLOR}>
            <Trans>{personName} has not seen that it was withdrawn</Trans>
          </Text>
        ))}
    </>
  );
}
