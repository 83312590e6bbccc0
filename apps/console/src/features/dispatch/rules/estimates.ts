import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { Rules } from './rules-query.ts';

const MINUTES = {
  set: (count: number) => msg`${plural(count, { one: '# minute', other: '# minutes' })}`,
  usual: (count: number) => msg`As usual: ${plural(count, { one: '# minute', other: '# minutes' })}`,
};

export type Member = Exclude<keyof Rules['usual'], 'penaltyUnit'>;

type Estimate = {
  member: Member;
  label: MessageDescriptor;
  /** What the number says, with its unit. */
  description: MessageDescriptor;
  set: (value: number) => MessageDescriptor;
  usual: (value: number) => MessageDescriptor;
};

/** The numbers by which jobs and ways are estimated. */
export const ESTIMATES: readonly Estimate[] = [
  {
    member: 'guideMinutes',
    label: msg`Guide estimate`,
    description: msg`Minutes that a guide is busy where the end of an order is unknown.`,
    ...MINUTES,
  },
  {
    member: 'transferMinutes',
    label: msg`Transfer estimate`,
    description: msg`Minutes that a driver is busy with a pickup or drop-off.`,
    ...MINUTES,
  },
  {
    member: 'travelSpeed',
    label: msg`Travel speed`,
    description: msg`Kilometres per hour between two jobs, as the crow flies.`,
    set: (speed: number) => msg`${speed} km/h`,
    usual: (speed: number) => msg`As usual: ${speed} km/h`,
  },
  {
    member: 'travelMargin',
    label: msg`Travel margin`,
    description: msg`Minutes that should remain between the arrival and the next job.`,
    ...MINUTES,
  },
];

/** The value that applies: that of the organization, else the usual one of the installation. */
export function estimateText({ member, set, usual }: Estimate, rules: Rules): MessageDescriptor {
  const value = rules[member];
  return value === null ? usual(rules.usual[member]) : set(value);
}
