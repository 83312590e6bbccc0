import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import type { CatalogueFacts } from './catalogue-query.ts';

export type Member = 'guideMinutes' | 'transferMinutes';

export const PRODUCT_TIMES: readonly { member: Member; label: MessageDescriptor; description: MessageDescriptor }[] = [
  {
    member: 'guideMinutes',
    label: msg`Guide estimate`,
    description: msg`Minutes that a guide is busy where the end of an order is unknown.`,
  },
  {
    member: 'transferMinutes',
    label: msg`Transfer estimate`,
    description: msg`Minutes that a driver is busy with a pickup or drop-off.`,
  },
];

/** The minutes that apply without a value of the product. */
export const otherwise = ({ organizationTimes: times }: CatalogueFacts, member: Member): number | null =>
  times?.[member] ?? times?.usual[member] ?? null;

/** The minutes that apply: those of the product, else of its organization, else of the installation. */
export function timesText(i18n: I18n, facts: CatalogueFacts, member: Member): string {
  const [own, other] = [facts[member], otherwise(facts, member)];
  if (own !== null) return t(i18n)`${plural(own, { one: '# minute', other: '# minutes' })}`;
  if (other === null) return t(i18n)`As usual`;
  return facts.organizationTimes?.[member] === null
    ? t(i18n)`As usual: ${plural(other, { one: '# minute', other: '# minutes' })}`
    : t(i18n)`As the organization says: ${plural(other, { one: '# minute', other: '# minutes' })}`;
}
