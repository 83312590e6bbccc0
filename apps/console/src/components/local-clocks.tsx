import { useLingui } from '@lingui/react/macro';
import { zoneName } from '#lib/format.ts';
import { useLocale } from './regional.tsx';

/** Says that the times of some jobs are local, and names their time zones. */
export function LocalClocks({ jobs, day }: { jobs: readonly { timeZone: string }[]; day: string }) {
  const { t } = useLingui();
  const locale = useLocale();
  const zones = [...new Set(jobs.map(({ timeZone }) => timeZone))];
  if (zones.length === 0) return t`Times are local.`;
  const names = zones.map((zone) => `${zoneName(locale, zone, `${day}T12:00:00Z`)} (${zone})`).join(', ');
  return <span suppressHydrationWarning>{t`Times are local: ${names}.`}</span>;
}
