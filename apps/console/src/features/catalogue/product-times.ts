import { countText } from '#lib/count-text.ts';
import type { CatalogueFacts } from './catalogue-query.ts';

export type Member = 'guideMinutes' | 'transferMinutes';

export const PRODUCT_TIMES: readonly { member: Member; label: string; description: string }[] = [
  {
    member: 'guideMinutes',
    label: 'Guide estimate',
    description: 'Minutes that a guide is busy where the end of an order is unknown.',
  },
  {
    member: 'transferMinutes',
    label: 'Transfer estimate',
    description: 'Minutes that a driver is busy with a pickup or drop-off.',
  },
];

const SET = { one: '# minute', other: '# minutes' };
const OF_ORGANIZATION = { one: 'As the organization says: # minute', other: 'As the organization says: # minutes' };
const USUAL = { one: 'As usual: # minute', other: 'As usual: # minutes' };

/** The minutes that apply without a value of the product. */
export const otherwise = ({ organizationTimes: times }: CatalogueFacts, member: Member): number | null =>
  times?.[member] ?? times?.usual[member] ?? null;

/** The minutes that apply: those of the product, else of its organization, else of the installation. */
export function timesText(facts: CatalogueFacts, member: Member): string {
  const [own, other] = [facts[member], otherwise(facts, member)];
  if (own !== null) return countText(own, SET);
  if (other === null) return 'As usual';
  return countText(other, facts.organizationTimes?.[member] === null ? USUAL : OF_ORGANIZATION);
}
