'use client';

import { useLingui } from '@lingui/react/macro';
import { formatMoney } from '#lib/format.ts';
import { Nothing } from './nothing.tsx';
import { useLocale } from './regional.tsx';

export type Money = { amount: number; currency: { code: string } };

/** An amount in the visitor's locale; a dash if there is none. */
export function Amount({ money, strong }: { money: Money | null | undefined; strong?: boolean }) {
  const { t } = useLingui();
  const locale = useLocale();
  if (!money) return <Nothing meaning={t`No amount`} />;
  return (
    <span className={`tabular unbroken${strong ? ' strong' : ''}`} suppressHydrationWarning>
      {formatMoney(locale, money.amount, money.currency.code)}
    </span>
  );
}
