import { useLingui } from '@lingui/react/macro';
import { Day, TimeOfDay, Zone } from '#components/moments.tsx';
import { Nothing } from '#components/nothing.tsx';
import { splitLocal } from '#lib/format.ts';

export type Start = {
  startsAt: string | null;
  startsAtLocal: string | null;
  timeZone: string;
  bookedDetails: { serviceLevel: { availabilityType: string } } | null;
};

/** Availability types that have a day but no time. */
const WHOLE_DAYS = ['daily', 'pass'];

/** The local start date and time of an order. */
export function StartsAt({ order, stacked, long }: { order: Start; stacked?: boolean; long?: boolean }) {
  const { t } = useLingui();
  const { startsAt, startsAtLocal, timeZone, bookedDetails } = order;
  if (!startsAt || !startsAtLocal) return <Nothing meaning={t`No date`} />;
  const { day, time } = splitLocal(startsAtLocal);
  const isWholeDay = WHOLE_DAYS.includes(bookedDetails?.serviceLevel.availabilityType ?? '');
  return (
    <span className="tabular unbroken">
      <Day day={day} long={long} />
      {stacked ? <br /> : ' '}
      <span className="dimmed">
        {isWholeDay ? t`All day,` : <TimeOfDay time={time} />} <Zone timeZone={timeZone} instant={startsAt} />
      </span>
    </span>
  );
}
