import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Nothing } from './nothing.tsx';

/** The leader's name and the number of other passengers. */
export function PassengerNames({ passengers }: { passengers: { firstName: string; lastName: string }[] }) {
  const { i18n } = useLingui();
  const [leader] = passengers;
  if (!leader) return <Nothing meaning={t(i18n)`No passengers`} />;
  const others = passengers.length - 1;
  return (
    <>
      {fullName(i18n, leader)}
      {others > 0 && <span className="dimmed unbroken"> + {others}</span>}
    </>
  );
}

/** The full name; either part may be empty. */
export const fullName = (i18n: I18n, { firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim() || t(i18n)`No name`;
