import { Day, TimeOfDay, Zone } from '#components/moments.tsx';
import { Nothing } from '#components/nothing.tsx';
import { splitLocal } from '#lib/format.ts';

export type Start = {
  startsAt: string | null;
  startsAtLocal: string | null;
  timeZone: string;
  bookedDetails: { serviceLevel: { availabilityType: string } } | null;
};

/** Kinds of departures for which the day is all that counts. */
const WHOLE_DAYS = ['daily', 'pass'];

/** When an order takes place, by the calendar and the clock of its place. */
export function StartsAt({ order, stacked, long }: { order: Start; stacked?: boolean; long?: boolean }) {
  const { startsAt, startsAtLocal, timeZone, bookedDetails } = order;
  if (!startsAt || !startsAtLocal) return <Nothing meaning="No day chosen" />;
  const { day, time } = splitLocal(startsAtLocal);
  const isWholeDay = WHOLE_DAYS.includes(bookedDetails?.serviceLevel.availabilityType ?? '');
  return (
    <span className="tabular unbroken">
      <Day day={day} long={long} />
      {stacked ? <br /> : ' '}
      <span className="dimmed">
        {isWholeDay ? 'All day,' : <TimeOfDay time={time} />} <Zone timeZone={timeZone} instant={startsAt} />
      </span>
    </span>
  );
}
