import { type CountForms, countText } from '#lib/count-text.ts';
import type { Rules } from './rules-query.ts';

const MINUTES = {
  set: { one: '# minute', other: '# minutes' },
  usual: { one: 'As usual: # minute', other: 'As usual: # minutes' },
};

export type Member = keyof Rules['usual'];

type Estimate = {
  member: Member;
  label: string;
  /** What the number says, with its unit. */
  description: string;
  set: CountForms;
  usual: CountForms;
};

/** The numbers by which jobs and ways are estimated. */
export const ESTIMATES: readonly Estimate[] = [
  {
    member: 'guideMinutes',
    label: 'Guide estimate',
    description: 'Minutes that a guide is busy where the end of an order is unknown.',
    ...MINUTES,
  },
  {
    member: 'transferMinutes',
    label: 'Transfer estimate',
    description: 'Minutes that a driver is busy with a pickup or drop-off.',
    ...MINUTES,
  },
  {
    member: 'travelSpeed',
    label: 'Travel speed',
    description: 'Kilometres per hour between two jobs, as the crow flies.',
    set: { one: '# km/h', other: '# km/h' },
    usual: { one: 'As usual: # km/h', other: 'As usual: # km/h' },
  },
  {
    member: 'travelMargin',
    label: 'Travel margin',
    description: 'Minutes that should remain between the arrival and the next job.',
    ...MINUTES,
  },
];

/** The value that applies: that of the organization, else the usual one of the installation. */
export function estimateText({ member, set, usual }: Estimate, rules: Rules): string {
  const value = rules[member];
  return value === null ? countText(rules.usual[member], usual) : countText(value, set);
}
