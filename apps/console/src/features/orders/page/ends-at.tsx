import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Day, TimeOfDay, Zone } from '#components/moments.tsx';
import { Nothing } from '#components/nothing.tsx';
import { splitLocal } from '#lib/format.ts';
import type { Order } from '../order-query.ts';

/** The local end time of an order. An end that equals the start counts as unset. */
export function EndsAt({ order: { startsAt, endsAt, endsAtLocal, timeZone } }: { order: Order }) {
  const { t } = useLingui();
  if (!endsAt || !endsAtLocal || endsAt === startsAt) return <Nothing meaning={t`No end time`} />;
  const { day, time } = splitLocal(endsAtLocal);
  return (
    <span className="tabular" style={{ whiteSpace: 'nowrap' }}>
      <Day day={day} long />
      <br />
      <Text span inherit c="dimmed">
        <TimeOfDay time={time} /> <Zone timeZone={timeZone} instant={endsAt} />
      </Text>
    </span>
  );
}
