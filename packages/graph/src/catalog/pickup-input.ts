import type { Tx } from '@channel/prisma';
import { z } from 'zod';
import { builder } from '../builder.ts';
import { id, listOf } from '../shared/values.ts';
import { MAX_PRICES, pickupPlaceValues, pickupValues } from './catalogue-values.ts';

const TimeRangeInput = builder.inputType('TimeRangeInput', {
  description: 'A range of times of day.',
  fields: (t) => ({
    start: t.field({ type: 'LocalTime', required: true, description: 'Start.' }),
    end: t.field({ type: 'LocalTime', required: true, description: 'End.' }),
  }),
});

const PickupPlaceInput = builder.inputType('PickupPlaceInput', {
  description: 'A place where guests can be picked up.',
  fields: (t) => ({
    pointId: t.int({ required: true, description: "The place's point." }),
    timeBefore: t.int({ required: true, description: 'How long before the start guests are picked up here.' }),
    timeRange: t.field({ type: TimeRangeInput, required: true, description: 'When guests can be picked up here.' }),
  }),
});

export const PickupInput = builder.inputType('PickupInput', {
  description: 'How guests can be picked up: with places, a list of times, both, or a range of times.',
  fields: (t) => ({
    type: t.string({ required: true, description: 'The kind of pickup, such as `pre_defined`.' }),
    timeWindow: t.int({ required: true, description: 'Length of the pickup time window.' }),
    timeBefore: t.int({ required: true, description: 'How long before the start guests are picked up.' }),
    timeRange: t.field({ type: TimeRangeInput, description: 'Any time in this range; null: no range.' }),
    times: t.field({ type: ['LocalTime'], description: 'One of these times, at most 288.' }),
    places: t.field({ type: [PickupPlaceInput], description: `The pickup places, in order, at most ${MAX_PRICES}.` }),
  }),
});

export const pickupForm = z.object({
  ...pickupValues,
  places: listOf(z.object({ pointId: id, ...pickupPlaceValues }), MAX_PRICES).default([]),
});

/** Replaces the pickup options of a service level; null: it has none. */
export async function writePickup(
  tx: Tx,
  serviceLevelId: number,
  pickup: z.output<typeof pickupForm> | null,
): Promise<void> {
  await tx.pickupOptions.deleteMany({ where: { serviceLevelId } });
  if (!pickup) return;
  const { places, times, timeRange, ...columns } = pickup;
  const { id: pickupOptionsId } = await tx.pickupOptions.create({
    data: {
      ...columns,
      serviceLevelId,
      timeRangeStart: timeRange?.start ?? null,
      timeRangeEnd: timeRange?.end ?? null,
    },
    select: { id: true },
  });
  await tx.pickupTime.createMany({ data: times.map((time) => ({ pickupOptionsId, time })) });
  await tx.pickupPlace.createMany({
    data: places.map(({ timeRange: { start, end }, ...place }, position) => ({
      ...place,
      pickupOptionsId,
      timeStart: start,
      timeEnd: end,
      position,
    })),
  });
}
