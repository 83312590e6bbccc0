import { builder } from '../builder.ts';
import type { Context, PlannedOrder } from '../context.ts';
import { BookingQuote } from '../orders/quote-booking.ts';
import { dateText, timeText } from '../shared/calendar.ts';
import { factsOf } from './clash-text.ts';
import type { Clash } from './clash-types.ts';
import { DispatchClash } from './job-types.ts';
import { clashesOf, loadJobs, type PlacedJob } from './load-jobs.ts';
import type { Move } from './moves.ts';

const SIDES = ['pickup', 'dropoff'] as const;

/** The people and transfers of a planned order, as moves of the dispatch board. */
function movesOf({ id: orderId, tourGuideId, ...planned }: PlannedOrder): Move[] {
  const sides = SIDES.flatMap((task): Move[] => {
    const { date, time, driverId } = planned[task];
    const change = {
      ...(date === undefined ? {} : { date: date && dateText(date) }),
      ...(time === undefined ? {} : { time: time && timeText(time) }),
      ...(driverId === undefined ? {} : { personId: driverId }),
    };
    return Object.keys(change).length > 0 ? [{ orderId, task, before: {}, change }] : [];
  });
  return [...sides, { orderId, task: 'guide', before: {}, change: { personId: tourGuideId } }];
}

/** The findings about the people of an order as it would be. Nothing for actors who are not its staff. */
async function plannedClashes(context: Context, planned: PlannedOrder): Promise<Clash<PlacedJob>[]> {
  const { jobs, clashes } = await loadJobs(context, { moves: movesOf(planned), planned });
  return clashesOf(clashes, new Set(jobs.map(({ id }) => id)));
}

export const findings: Context['findings'] = async (context, planned) =>
  (await plannedClashes(context, planned)).map(factsOf);

builder.objectField(BookingQuote, 'clashes', (t) =>
  t.field({
    type: [DispatchClash],
    description:
      'Findings about the drivers and the guide of the given order, as it would be. Empty without an order, and for viewers who are not its staff.',
    resolve: ({ planned }, _args, context) => (planned ? plannedClashes(context, planned) : []),
  }),
);
