import { Text } from '@mantine/core';
import { Day, TimeOfDay, Zone } from '#components/moments.tsx';
import { Nothing } from '#components/nothing.tsx';
import { splitLocal } from '#lib/format.ts';
import type { Order } from '../order-query.ts';

/** When an order ends, by the clock of its place. An end that equals the start is none. */
export function EndsAt({ order: { startsAt, endsAt, endsAtLocal, timeZone } }: { order: Order }) {
  if (!endsAt || !endsAtLocal || endsAt === startsAt) return <Nothing meaning="No end is set" />;
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
