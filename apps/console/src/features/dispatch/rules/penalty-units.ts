import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Rules } from './rules-query.ts';

export type PenaltyUnit = Rules['usual']['penaltyUnit'];

/** The units of the times of cancellation penalties. */
export const PENALTY_UNITS: Record<PenaltyUnit, MessageDescriptor> = {
  minutes: msg`Minutes`,
  hours: msg`Hours`,
  days: msg`Days`,
  none: msg`Not known: policies are shown without amounts`,
};

export const isPenaltyUnit = (text: string): text is PenaltyUnit => Object.hasOwn(PENALTY_UNITS, text);
