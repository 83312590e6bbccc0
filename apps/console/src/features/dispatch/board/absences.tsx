import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useLocale } from '#components/regional.tsx';
import { absenceText } from './card-text.ts';
import type { Lane } from './cards.ts';

/** When the person of a lane is absent on a day. */
export function Absences({ lane: { absences }, day }: { lane: Lane; day: string }) {
  const { i18n } = useLingui();
  const locale = useLocale();
  return absences.map((absence) => (
    <Text key={absence.id} size="xs" c="var(--mantine-color-error)" fw={600} suppressHydrationWarning>
      {absenceText(i18n, locale, absence, day)}
    </Text>
  ));
}
