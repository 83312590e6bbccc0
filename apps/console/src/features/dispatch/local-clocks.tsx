import { useLocale } from '#components/regional.tsx';
import { zoneName } from '#lib/format.ts';

/** Says that the times of some jobs are local, and names their time zones. */
export function LocalClocks({ jobs, day }: { jobs: readonly { timeZone: string }[]; day: string }) {
  const locale = useLocale();
  const zones = [...new Set(jobs.map(({ timeZone }) => timeZone))];
  if (zones.length === 0) return 'Times are local.';
  const names = zones.map((zone) => `${zoneName(locale, zone, `${day}T12:00:00Z`)} (${zone})`);
  return <span suppressHydrationWarning>Times are local: {names.join(', ')}.</span>;
}
